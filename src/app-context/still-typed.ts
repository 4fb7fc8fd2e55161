/** What was sent of a form, and what was known of its fields then. */
export type Saved<Form> = { readonly sent: Partial<Form>; readonly known: Form }

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * What a person typed, without the fields that were saved as they are and of which another value became known since: those
 * show it again, because it may be that of another person, which the next save must not overwrite.
 */
export function stillTyped<Form extends object>(
  typed: Partial<Form>,
  saved: Saved<Form> | undefined,
  known: Form,
): Partial<Form> {
  if (saved === undefined) return typed
  const kept = { ...typed }
  for (const field in typed) {
    const isSaved = field in saved.sent && isSame(typed[field], saved.sent[field])
    if (isSaved && !isSame(saved.known[field], known[field])) delete kept[field]
  }
  return kept
}
