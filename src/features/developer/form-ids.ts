/**
 * Gives each content of a form an id of its own: what is sent again after a lost answer is the same record, and what was
 * changed in between is another one.
 */
export function createFormIds(newId: () => string): (form: object) => string {
  let last: { readonly content: string; readonly id: string } | undefined
  return (form) => {
    const content = JSON.stringify(form)
    if (last?.content !== content) last = { content, id: newId() }
    return last.id
  }
}
