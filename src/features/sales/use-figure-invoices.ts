import { useEffect, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import type { AccountDatabase } from '#data/account-database.ts'
import { isBeingCanceled } from '#data/collections.ts'
import { listUnsentReturns } from '#data/drawers.ts'
import { knownCredits } from '#data/pending-documents.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { iterateCounted, iterateSales } from '#data/sold-invoices.ts'
import { addDays } from '#domain/calendar/east-africa.ts'
import type { DayRange } from '#domain/calendar/period-presets.ts'
import { type Cents, sumCents } from '#domain/money/cents.ts'
import { type Figure, figurePart } from '#domain/reports/figure-part.ts'

/** The phone keeps invoices so long; what is refunded may have been sold at any time before. */
const KEPT_DAYS = 400

/** An invoice and what it adds to the figure. */
export type FigureInvoice = Pick<InvoiceRow, 'id' | 'saleAt' | 'shown'> & {
  readonly name: string
  readonly part: Cents
}

export type FigureInvoices = {
  /** Newest first. */
  readonly rows: readonly FigureInvoice[]
  readonly sum: Cents
  readonly done: boolean
}

const NOTHING: FigureInvoices = { rows: [], sum: sumCents([]), done: false }

function batchesOf(db: AccountDatabase, figure: Figure, range: DayRange): AsyncIterable<InvoiceRow[]> {
  return figure.by === 'refunded'
    ? iterateSales(db, { from: addDays(range.from, -KEPT_DAYS), to: range.to }, 'newest first')
    : iterateCounted(db, range, 'newest first')
}

/** The invoices of this phone behind a figure; they arrive a day at a time, so that a year does not hold up the page. */
export function useFigureInvoices(figure: Figure, { from, to }: DayRange): FigureInvoices {
  const { db } = useAppContext()
  const [found, setFound] = useState({ figure, from, to, invoices: NOTHING })
  useEffect(() => {
    let current = true
    const show = (invoices: FigureInvoices) => {
      if (current) setFound({ figure, from, to, invoices })
    }
    const read = async () => {
      const range = { from, to }
      const unsent = figure.by === 'refunded' ? await listUnsentReturns(db) : undefined
      let rows: FigureInvoice[] = []
      for await (const batch of batchesOf(db, figure, range)) {
        if (!current) return
        const parts = batch.flatMap((row) => {
          const creditNotes = knownCredits(row, unsent?.get(row.id) ?? [])
          const status = isBeingCanceled(row) ? 'canceled' : row.status
          const part = figurePart({ ...row, status, creditNotes }, figure, range)
          if (part === undefined) return []
          return [{ id: row.id, saleAt: row.saleAt, shown: row.shown, name: row.customer.name, part }]
        })
        if (parts.length === 0) continue
        // Older ones come below: what is on the screen never moves.
        rows = [...rows, ...parts]
        show({ rows, sum: sumCents(rows.map(({ part }) => part)), done: false })
      }
      show({ rows, sum: sumCents(rows.map(({ part }) => part)), done: true })
    }
    read().catch((error: unknown) => {
      if (!current) return
      // A part of the invoices would be a wrong sum: the boundary of the page says what failed.
      setFound(() => {
        throw error
      })
    })
    return () => {
      current = false
    }
  }, [db, figure, from, to])
  return found.figure === figure && found.from === from && found.to === to ? found.invoices : NOTHING
}
