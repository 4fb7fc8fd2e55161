/** Scrolls to and focuses the first refused field, once it is marked; else the first message. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refused="true"]')
    const target = field ?? form?.querySelector<HTMLElement>('[role="alert"]')
    target?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  })
}
