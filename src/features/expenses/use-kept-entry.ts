import { useEffect } from 'react'
import { writeMeta } from '#data/meta.ts'
import type { HandEntry } from '#domain/expenses/hand-entry.ts'
import { useWorkplace } from '../workplace.ts'

const PAUSE_MS = 300

/** Keeps what somebody types on this phone, a moment after each change, until it is saved: a reload loses nothing. */
export function useKeptEntry(form: HandEntry, keeps: boolean): void {
  const { db } = useWorkplace()
  useEffect(() => {
    if (!keeps) return undefined
    // A full phone keeps no draft; saving says so.
    const timer = setTimeout(() => void writeMeta(db, 'expense-draft', form).catch(() => undefined), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [db, form, keeps])
}
