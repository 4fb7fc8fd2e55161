/** On a busy phone a message is drawn some frames after it was set; after so many there is none to show. */
const MOST_FRAMES = 60

/** Scrolls to and focuses the first refused field, once it is marked; else the first message. */
export function focusFirstError(form: HTMLElement | null, frames = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refused="true"]')
    const target = field ?? form?.querySelector<HTMLElement>('[role="alert"]')
    if (!target && form?.isConnected && frames > 1) {
      focusFirstError(form, frames - 1)
      return
    }
    target?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}
