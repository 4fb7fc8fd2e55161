/** How a field converts text into a value and back. `parse` returns `undefined` for unreadable text. */
export type ValueFormat<Value> = {
  readonly parse: (text: string) => Value | undefined
  readonly format: (value: Value) => string
}

/** The text of a field, and the last value that it was known to mean. */
export type ParsedInputState<Value> = { readonly text: string; readonly value: Value | undefined }

export function createInputState<Value>(
  value: Value | undefined,
  { format: write }: ValueFormat<Value>,
): ParsedInputState<Value> {
  return { text: value === undefined ? '' : write(value), value: value }
}

/**
 * A value arrives from outside. It replaces the text only when the text does not mean it already: `undefined` while
 * the field holds something unreadable is the field's own report coming back.
 */
export function receiveValue<Value>(
  state: ParsedInputState<Value>,
  value: Value | undefined,
  { parse: read, format: write }: ValueFormat<Value>,
): ParsedInputState<Value> {
  if (value === state.value) return state
  const parsed = read(state.text)
  if (parsed === value) return { ...state, value: value }
  return { text: value === undefined ? '' : write(value), value: value }
}

/** The person types; returns the new state, whose `value` is to be reported. */
export function typeText<Value>(text: string, { parse: read }: ValueFormat<Value>): ParsedInputState<Value> {
  return { text, value: read(text) }
}

/** The person leaves the field: a readable text takes its normal form, an unreadable one stays to be corrected. */
export function normalizeText<Value>(
  state: ParsedInputState<Value>,
  { parse: read, format: write }: ValueFormat<Value>,
): ParsedInputState<Value> {
  const parsed = read(state.text)
  return parsed === undefined ? state : { ...state, text: write(parsed) }
}

export function isUnreadable<Value>(
  state: ParsedInputState<Value>,
  { parse: read }: ValueFormat<Value>,
): boolean {
  return state.text.trim() !== '' && read(state.text) === undefined
}
