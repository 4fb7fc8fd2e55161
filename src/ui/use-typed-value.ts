import { useState } from 'react'

type Typed = {
  /** What stands in the field. */
  readonly text: string
  /** Whether something stands there that cannot be read. */
  readonly unreadable: boolean
  readonly type: (text: string) => void
  /** Writes the value in its own form, once the person leaves the field. */
  readonly settle: () => void
}

/**
 * Keeps what a person types apart from the value it means, so that half a number stays on the screen. A value that
 * is set from outside replaces the text only when the text does not mean it already.
 */
export function useTypedValue<Value>(
  value: Value | undefined,
  read: (text: string) => Value | undefined,
  write: (value: Value) => string,
  onRead: (value: Value | undefined) => void,
): Typed {
  const show = (shown: Value | undefined) => (shown === undefined ? '' : write(shown))
  const [text, setText] = useState(() => show(value))
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    // `undefined` from outside while something unreadable stands here is our own report coming back.
    if (value !== undefined && read(text) !== value) setText(show(value))
    else if (value === undefined && read(text) !== undefined) setText('')
  }
  return {
    text,
    unreadable: text.trim() !== '' && read(text) === undefined,
    type: (typed) => {
      setText(typed)
      const meant = read(typed)
      setKnown(meant)
      onRead(meant)
    },
    settle: () => {
      const meant = read(text)
      if (meant !== undefined) setText(write(meant))
    },
  }
}
