export type EarlyForm = { readonly username: string; readonly password: string }

/**
 * Reads the form that was in the page before the program arrived, returns its texts and moves the cursor to the same
 * place of the new form. `undefined` when there was none. Also removes the old form.
 */
export function hydrateEarlyForm(form: HTMLFormElement | null): EarlyForm | undefined {
  const early = document.querySelector<HTMLFormElement>('#early-login')
  const place = document.querySelector('#first-paint')
  if (!early) {
    place?.remove()
    return undefined
  }
  const field = (name: string) => early.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const texts = { username: field('username')?.value ?? '', password: field('password')?.value ?? '' }
  const focused = document.activeElement
  const name = focused instanceof HTMLInputElement ? focused.name : ''
  const cursor = focused instanceof HTMLInputElement ? focused.selectionStart : null
  place?.remove()
  const next = form?.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (name !== '' && next) {
    const typed = name === 'password' ? texts.password : texts.username
    if (typed !== '') next.value = typed
    next.focus()
    next.setSelectionRange(cursor, cursor)
  }
  return texts
}
