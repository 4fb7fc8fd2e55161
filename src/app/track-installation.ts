import { useInstallation } from '#ui/installation.ts'

/** The browser offers to install the app (Chromium only; no type library knows it). */
type BeforeInstallPromptEvent = Event & {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

function isBeforeInstallPromptEvent(event: Event): event is BeforeInstallPromptEvent {
  return 'prompt' in event
}

/** An iPhone or iPad: all its browsers install by the Share button, and iPads call themselves Macs. */
function isApple({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/**
 * Stores what the browser says about installing, for the screens that offer it. The browser's own offer is
 * suppressed: it would come on arrival, before the person knows what the app is good for.
 */
export function trackInstallation(): void {
  const { setState } = useInstallation
  if (
    window.matchMedia('(display-mode: standalone)').matches ||
    Reflect.get(navigator, 'standalone') === true
  ) {
    setState({ method: 'installed' })
  } else if (isApple(navigator)) setState({ method: 'share-button' })
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (!isBeforeInstallPromptEvent(event)) return
    setState({
      method: 'ask',
      prompt: async () => {
        // Each offer of the browser can be used once.
        setState({ method: 'menu' })
        return (await event.prompt()).outcome === 'accepted'
      },
    })
  })
  window.addEventListener('appinstalled', () => setState({ method: 'installed' }))
}
