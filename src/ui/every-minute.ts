/** Tells again and again that time has passed: at least every minute while the page is shown. For external stores. */
export function everyMinute(tell: () => void): () => void {
  const timer = setInterval(tell, 30_000)
  // Timers of a hidden page stand still.
  document.addEventListener('visibilitychange', tell)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tell)
  }
}
