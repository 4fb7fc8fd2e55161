import { useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { type Meta, readMeta, removeMeta, writeMeta } from '#data/meta.ts'

type Kind = 'new-customer' | 'new-product'

/** What a form for something new begins with, and what keeps what is typed into it. */
export type HalfFilled<Form> = {
  readonly initial: Partial<Form>
  /** Whether that was typed before a reload, or before the form was closed. */
  readonly restored: boolean
  readonly keep: (form: Form) => void
  /** Forgets it: it was saved, or the person begins anew. */
  readonly drop: () => void
}

/**
 * What was typed for a new record and not saved yet stays on this phone, as the cart does. Somebody who comes with
 * another name begins another record. `undefined` until the phone has looked.
 */
export function useHalfFilled<K extends Kind>(
  db: AccountDatabase,
  kind: K,
  asked: Partial<Meta[K]> & { readonly name?: string },
): HalfFilled<Meta[K]> | undefined {
  const [kept, setKept] = useState<{ readonly form: Meta[K] | undefined }>()
  useEffect(() => {
    let current = true
    void readMeta(db, kind).then(
      (form) => (current ? setKept({ form }) : undefined),
      () => (current ? setKept({ form: undefined }) : undefined),
    )
    return () => {
      current = false
    }
  }, [db, kind])
  if (!kept) return undefined
  const { form } = kept
  const restored = form !== undefined && (Object.keys(asked).length === 0 || asked.name === form.name)
  return {
    initial: restored ? form : asked,
    restored,
    // What cannot be kept is still on the screen; saving tells of a full phone.
    keep: (typed) => void writeMeta(db, kind, typed).catch(() => undefined),
    drop: () => {
      setKept({ form: undefined })
      void removeMeta(db, kind).catch(() => undefined)
    },
  }
}
