import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { useReportPdf } from '#blocks/report/use-report-pdf.ts'
import type { Sale } from '#data/collections.ts'
import type { CollectionRow } from '#data/rows.ts'
import { dayText } from '#domain/calendar/east-africa.ts'
import { type StatementLine, statementLines } from '#domain/collections/statement.ts'

type Source = {
  readonly name: string
  readonly sales: readonly Sale[]
  readonly collections: readonly CollectionRow[]
}

/** Saves the statement of a customer as a PDF, made on the phone; whether one is being made. */
export function useStatement(): readonly [busy: boolean, save: (source: Source) => void] {
  const { t } = useLingui()
  const { company } = useAppContext()
  const [busy, savePdf] = useReportPdf(company)
  const kinds: Record<StatementLine['kind'], string> = {
    sale: t`Sale`,
    refund: t`Goods returned`,
    'paid-back': t`Money paid back`,
    payment: t`Payment`,
  }
  const save = ({ name, sales, collections }: Source) => {
    const lines = statementLines(
      sales.map(({ row, creditNotes }) => ({ ...row, creditNotes })),
      collections,
    )
    const [first, last] = [lines[0], lines.at(-1)]
    savePdf({
      title: t`Customer statement`,
      days: [name, first && last ? `${dayText(first.day)} – ${dayText(last.day)}` : ''].join('   '),
      fileName: `${t({ context: 'start of a file name', message: 'statement' })}-${name}.pdf`,
      tables: [
        {
          title: name,
          columns: [t`Date and document`, t`Charged`, t`Paid`, t`Balance`],
          rows: lines.map(({ day, kind, reference, charged, paid, balance }) => [
            { kind: 'text', text: [dayText(day), kinds[kind], reference].filter(Boolean).join('  ') },
            { kind: 'amount', amount: charged },
            { kind: 'amount', amount: paid },
            { kind: 'amount', amount: balance },
          ]),
        },
      ],
    })
  }
  return [busy, save]
}
