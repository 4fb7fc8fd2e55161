import type { Cents } from '../money/cents.ts'
import type { TableCell } from './report-table.ts'

export function text(value: string): TableCell {
  return { kind: 'text', text: value }
}

export function amount(value: Cents): TableCell {
  return { kind: 'amount', amount: value }
}

export function count(value: number): TableCell {
  return { kind: 'count', count: value }
}
