import { startTransition, useEffect, useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { onIdle } from '#ui/on-idle.ts'
import type { SearchedTable } from '#workers/search-names/search.worker.ts'
import { findInside } from './find-inside.ts'

const NONE: readonly string[] = []

/** What was found inside words for a text. */
export type InsideAnswer = { readonly text: string; readonly ids: readonly string[] }

/**
 * `findInside` for the text of a search field; `searching` until its answer for this text is there. `answer` is the last
 * one, also while the next is awaited.
 */
export function useInside(
  db: AccountDatabase,
  table: SearchedTable,
  text: string,
  limit: number,
): { readonly ids: readonly string[]; readonly searching: boolean; readonly answer: InsideAnswer } {
  const [found, setFound] = useState({ asked: '', text: '', ids: NONE })
  const wanted = text.trim()
  const asked = wanted === '' ? '' : `${limit} ${wanted}`
  useEffect(() => {
    if (asked === '') return
    let current = true
    // What begins with the text is read and shown first.
    const cancel = onIdle(() => {
      void findInside(db, table, wanted, limit).then((ids) => {
        if (current) startTransition(() => setFound({ asked, text: wanted, ids }))
      })
    })
    return () => {
      current = false
      cancel()
    }
  }, [db, table, wanted, limit, asked])
  const answered = asked === '' || found.asked === asked
  return { ids: answered && asked !== '' ? found.ids : NONE, searching: !answered, answer: found }
}
