/** Tells again and again that time has passed: at least every minute while the page is shown. For external stores. */
export function everyMinute(notify: () => void): () => void {
  const timer = setInterval(notify, 30_000)
  // Timers of a hidden page stand still.
  document.addEventListener('visibilitychange', notify)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', notify)
  }
}
