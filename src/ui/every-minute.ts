/** Calls `notify` at least every minute while the page is visible, to update times. For external stores. */
export function everyMinute(notify: () => void): () => void {
  const timer = setInterval(notify, 30_000)
  // Timers of a hidden page pause.
  document.addEventListener('visibilitychange', notify)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', notify)
  }
}
