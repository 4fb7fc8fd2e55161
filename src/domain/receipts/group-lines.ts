import type { ReceiptLine } from './receipt-line.ts'

type Of<Kind extends ReceiptLine['kind']> = Extract<ReceiptLine, { kind: Kind }>

/** Lines that a page renders together: a list of facts, of items, of sums; every other line by itself. */
export type LineGroup =
  | { readonly kind: 'rule' }
  | { readonly kind: 'facts'; readonly lines: Of<'fact'>[] }
  | { readonly kind: 'sums'; readonly lines: Of<'sum' | 'grand'>[] }
  | { readonly kind: 'items'; readonly lines: Of<'item'>[] }
  | { readonly kind: 'code'; readonly line: Of<'code'> }
  | { readonly kind: 'qr'; readonly line: Of<'qr'> }
  | { readonly kind: 'logo'; readonly line: Of<'logo'> }
  | { readonly kind: 'text'; readonly line: Of<'frame' | 'mark' | 'notice' | 'seller' | 'centred'> }

function groupOf(line: ReceiptLine): LineGroup {
  switch (line.kind) {
    case 'rule':
      return line
    case 'fact':
      return { kind: 'facts', lines: [line] }
    case 'sum':
    case 'grand':
      return { kind: 'sums', lines: [line] }
    case 'item':
      return { kind: 'items', lines: [line] }
    case 'code':
      return { kind: 'code', line }
    case 'qr':
      return { kind: 'qr', line }
    case 'logo':
      return { kind: 'logo', line }
    default:
      return { kind: 'text', line }
  }
}

/** Adds a line to the group before it when both belong together; returns whether it did. */
function joins(last: LineGroup | undefined, line: ReceiptLine): boolean {
  if (last?.kind === 'facts' && line.kind === 'fact') last.lines.push(line)
  else if (last?.kind === 'items' && line.kind === 'item') last.lines.push(line)
  else if (last?.kind === 'sums' && (line.kind === 'sum' || line.kind === 'grand')) last.lines.push(line)
  else return false
  return true
}

/** The lines of a receipt grouped for a page, in their order. */
export function groupLines(lines: readonly ReceiptLine[]): LineGroup[] {
  const groups: LineGroup[] = []
  for (const line of lines) if (!joins(groups.at(-1), line)) groups.push(groupOf(line))
  return groups
}
