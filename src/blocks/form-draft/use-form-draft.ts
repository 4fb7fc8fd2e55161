import { useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { deleteMeta, findMeta, type Meta, upsertMeta } from '#data/meta.ts'

type Kind = 'new-customer' | 'new-product' | 'new-vendor'

/** The initial values of a form for a new record, and the functions that store typed values. */
export type FormDraft<Form> = {
  readonly initial: Partial<Form>
  /** Whether they were typed before a reload, or before the form was closed. */
  readonly restored: boolean
  readonly save: (form: Form) => void
  /** Deletes the draft: the person starts over. The command that saves the record deletes it too. */
  readonly discard: () => void
}

/**
 * Keeps on this phone what was entered for a new record and is not saved yet, as the cart does. Another name in
 * `prefill` starts another record. `undefined` until the draft has been read.
 */
export function useFormDraft<K extends Kind>(
  db: AccountDatabase,
  kind: K,
  prefill: Partial<Meta[K]> & { readonly name?: string },
): FormDraft<Meta[K]> | undefined {
  const [stored, setKept] = useState<{ readonly form: Meta[K] | undefined }>()
  useEffect(() => {
    let current = true
    void findMeta(db, kind).then(
      (form) => (current ? setKept({ form }) : undefined),
      () => (current ? setKept({ form: undefined }) : undefined),
    )
    return () => {
      current = false
    }
  }, [db, kind])
  if (!stored) return undefined
  const { form } = stored
  const restored = form !== undefined && (Object.keys(prefill).length === 0 || prefill.name === form.name)
  return {
    initial: restored ? form : prefill,
    restored,
    // A draft that cannot be stored is still on the screen; saving the record reports a full phone.
    save: (values) => void upsertMeta(db, kind, values).catch(() => undefined),
    discard: () => {
      setKept({ form: undefined })
      void deleteMeta(db, kind).catch(() => undefined)
    },
  }
}
