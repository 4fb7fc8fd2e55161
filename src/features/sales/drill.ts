import { createContext, useContext } from 'react'
import type { Figure } from '#domain/reports/figure-part.ts'

/** A figure whose invoices a person wants to see, and its name on the page. */
export type Drill = { readonly figure: Figure; readonly title: string }

export const DrillContext = createContext<(drill: Drill) => void>(() => undefined)

/** Opens the invoices behind a figure. */
export function useDrill(): (drill: Drill) => void {
  return useContext(DrillContext)
}
