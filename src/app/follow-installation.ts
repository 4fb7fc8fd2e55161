import { useInstallation } from '#ui/installation.ts'

/** The browser offers to install the app (Chromium only; no type library knows it). */
type InstallPrompt = Event & {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

function isInstallPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event
}

/** An iPhone or iPad: all its browsers install by the Share button, and iPads call themselves Macs. */
function isApple({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/**
 * Keeps what the browser says about installing for the screens that offer it. The browser's own offer is held back: it
 * would come on arrival, before anybody knows what the app is good for.
 */
export function followInstallation(): void {
  const { setState } = useInstallation
  if (
    window.matchMedia('(display-mode: standalone)').matches ||
    Reflect.get(navigator, 'standalone') === true
  ) {
    setState({ way: 'installed' })
  } else if (isApple(navigator)) setState({ way: 'share-button' })
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (!isInstallPrompt(event)) return
    setState({
      way: 'ask',
      ask: async () => {
        // The browser takes each offer back once it was used.
        setState({ way: 'menu' })
        return (await event.prompt()).outcome === 'accepted'
      },
    })
  })
  window.addEventListener('appinstalled', () => setState({ way: 'installed' }))
}
