/* SPDX-License-Identifier: GPL-2.0 */
/* Mutexes, on the host. */
#ifndef SHIM_LINUX_MUTEX_H
#define SHIM_LINUX_MUTEX_H

#include <pthread.h>

struct mutex {
	pthread_mutex_t lock;
};

#define DEFINE_MUTEX(name) \
	struct mutex name = { .lock = PTHREAD_MUTEX_INITIALIZER }

static inline void mutex_lock(struct mutex *mutex)
{
	pthread_mutex_lock(&mutex->lock);
}

static inline void mutex_unlock(struct mutex *mutex)
{
	pthread_mutex_unlock(&mutex->lock);
}

#endif
