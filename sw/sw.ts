import { answerNavigations, onNavigation } from './navigation.ts'
import { onActivate } from './on-activate.ts'
import { onMessage } from './on-message.ts'
import { onNotificationClick } from './on-notification-click.ts'
import { onPush } from './on-push.ts'
import { answerShares } from './on-share.ts'
import { onSubscriptionChange } from './on-subscription-change.ts'
import { onPeriodicSync, onSync } from './on-sync.ts'
import { answerFiles, precacheApp } from './precache.ts'
import { scope } from './worker-scope.ts'

// The app, available offline.
precacheApp()
answerNavigations()
answerFiles()

// Receipts that other apps share.
answerShares()

// Everything that can start a sync.
scope.addEventListener('activate', onActivate)
scope.addEventListener('sync', onSync)
scope.addEventListener('periodicsync', onPeriodicSync)
scope.addEventListener('fetch', onNavigation)
scope.addEventListener('message', onMessage)

// Push messages of the server while the app is closed.
scope.addEventListener('push', onPush)
scope.addEventListener('notificationclick', onNotificationClick)
scope.addEventListener('pushsubscriptionchange', onSubscriptionChange)
