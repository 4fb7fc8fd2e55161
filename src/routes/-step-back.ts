/**
 * Back to the page before. Where there is none, as in a new tab, it leads to the start: a touch that does nothing
 * looks like a broken app.
 */
export function stepBack(
  history: { readonly canGoBack: () => boolean; readonly back: () => void },
  goHome: () => void,
): void {
  if (history.canGoBack()) history.back()
  else goHome()
}
