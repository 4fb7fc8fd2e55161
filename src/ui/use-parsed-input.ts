import { useState } from 'react'
import {
  createInputState,
  isUnreadable,
  normalizeText,
  receiveValue,
  typeText,
  type ValueFormat,
} from './parsed-input.ts'

type ParsedInput = {
  /** The text of the field. */
  readonly text: string
  /** Whether the field holds something that cannot be read. */
  readonly unreadable: boolean
  readonly change: (text: string) => void
  /** Writes the value in its normal form, once the person leaves the field. */
  readonly normalize: () => void
}

/** Keeps the typed text separate from its value, so that an incomplete number stays on the screen. */
export function useParsedInput<Value>(
  value: Value | undefined,
  format: ValueFormat<Value>,
  onRead: (value: Value | undefined, unreadable: boolean) => void,
): ParsedInput {
  const [previous, setKept] = useState(() => createInputState(value, format))
  const state = receiveValue(previous, value, format)
  if (state !== previous) setKept(state)
  return {
    text: state.text,
    unreadable: isUnreadable(state, format),
    change: (text) => {
      const next = typeText(text, format)
      setKept(next)
      onRead(next.value, isUnreadable(next, format))
    },
    normalize: () => setKept(normalizeText(state, format)),
  }
}
