import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta, type Printing, upsertMeta } from '#data/meta.ts'
import type { PaperSize } from '#domain/receipts/paper-size.ts'

/** The default before a choice: what most counters have, on the paper that the owner chose for the company. */
const DEFAULT_PRINTING: Printing = {
  paper: '80',
  way: 'browser',
  baud: 9600,
  qrAsPicture: false,
  opensDrawer: false,
}

async function readPrinting(db: AccountDatabase): Promise<Printing> {
  const own = await findMeta(db, 'printing')
  if (own) return own
  const company = (await findMeta(db, 'session'))?.company
  return { ...DEFAULT_PRINTING, paper: company?.choices?.receiptPaper ?? DEFAULT_PRINTING.paper }
}

/** The paper that this phone prints on: the own choice, else that of the company; `undefined` until it is read. */
export function usePaper(db: AccountDatabase): PaperSize | undefined {
  return useLiveQuery(async () => (await readPrinting(db)).paper, [db])
}

/**
 * How this phone prints, and how to change that. `printing` is absent until it has been read. A choice is shown at
 * once: waiting for the database would change the paper long after the touch on a slow phone.
 */
export function usePrinting(db: AccountDatabase): {
  readonly printing: Printing | undefined
  readonly change: (printing: Printing) => Promise<void>
} {
  const stored = useLiveQuery(() => readPrinting(db), [db])
  const [chosen, setChosen] = useState<Printing>()
  const change = async (changed: Printing) => {
    setChosen(changed)
    try {
      await upsertMeta(db, 'printing', changed)
    } catch (error) {
      setChosen(undefined)
      throw error
    }
  }
  return { printing: chosen ?? stored, change }
}
