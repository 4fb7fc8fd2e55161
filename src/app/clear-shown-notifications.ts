/** Takes away what the phone shows for an account, and the number on the icon: the person has seen it, or leaves. */
export async function clearShownNotifications(accountId: string): Promise<void> {
  if ('clearAppBadge' in navigator) await navigator.clearAppBadge().catch(() => undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration || !('getNotifications' in registration)) return
  for (const shown of await registration.getNotifications({ tag: accountId })) shown.close()
}
