import { createContext, useContext } from 'react'
import type { Cents } from '#domain/money/cents.ts'
import type { Figure } from '#domain/reports/figure-part.ts'

/** A figure whose invoices a person wants to see, its name on the page, and its amount there. */
export type Drill = { readonly figure: Figure; readonly title: string; readonly amount: Cents }

export const DrillContext = createContext<(drill: Drill) => void>(() => undefined)

/** Opens the invoices behind a figure. */
export function useDrill(): (drill: Drill) => void {
  return useContext(DrillContext)
}
