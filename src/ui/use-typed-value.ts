import { useState } from 'react'
import { isUnreadable, type Reading, receiveValue, settleText, startTyped, typeText } from './typed-value.ts'

type Typed = {
  /** What stands in the field. */
  readonly text: string
  /** Whether something stands there that cannot be read. */
  readonly unreadable: boolean
  readonly type: (text: string) => void
  /** Writes the value in its own form, once the person leaves the field. */
  readonly settle: () => void
}

/** Keeps what a person types apart from the value it means, so that half a number stays on the screen. */
export function useTypedValue<Value>(
  value: Value | undefined,
  reading: Reading<Value>,
  onRead: (value: Value | undefined) => void,
): Typed {
  const [kept, setKept] = useState(() => startTyped(value, reading))
  const state = receiveValue(kept, value, reading)
  if (state !== kept) setKept(state)
  return {
    text: state.text,
    unreadable: isUnreadable(state, reading),
    type: (text) => {
      const next = typeText(text, reading)
      setKept(next)
      onRead(next.known)
    },
    settle: () => setKept(settleText(state, reading)),
  }
}
