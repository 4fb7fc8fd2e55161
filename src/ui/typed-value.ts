/** How a field turns text into a value and back. `read` gives `undefined` for what it cannot read. */
export type Reading<Value> = {
  readonly read: (text: string) => Value | undefined
  readonly write: (value: Value) => string
}

/** What stands in a field, and the value it was last known to mean. */
export type TypedState<Value> = { readonly text: string; readonly known: Value | undefined }

export function startTyped<Value>(value: Value | undefined, { write }: Reading<Value>): TypedState<Value> {
  return { text: value === undefined ? '' : write(value), known: value }
}

/**
 * A value arrives from outside. It replaces the text only when the text does not mean it already: `undefined` while
 * something unreadable stands in the field is the field's own report coming back.
 */
export function receiveValue<Value>(
  state: TypedState<Value>,
  value: Value | undefined,
  { read, write }: Reading<Value>,
): TypedState<Value> {
  if (value === state.known) return state
  const meant = read(state.text)
  if (meant === value) return { ...state, known: value }
  return { text: value === undefined ? '' : write(value), known: value }
}

/** The person types; gives the new state, whose `known` is what to report. */
export function typeText<Value>(text: string, { read }: Reading<Value>): TypedState<Value> {
  return { text, known: read(text) }
}

/** The person leaves the field: a readable text takes its own form, an unreadable one stays to be mended. */
export function settleText<Value>(
  state: TypedState<Value>,
  { read, write }: Reading<Value>,
): TypedState<Value> {
  const meant = read(state.text)
  return meant === undefined ? state : { ...state, text: write(meant) }
}

export function isUnreadable<Value>(state: TypedState<Value>, { read }: Reading<Value>): boolean {
  return state.text.trim() !== '' && read(state.text) === undefined
}
