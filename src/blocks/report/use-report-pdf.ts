import { useLingui } from '@lingui/react/macro'
import type { Company } from '#domain/companies/company.ts'
import type { ReportTable } from '#domain/reports/report-table.ts'
import { usePorts } from '#ui/ports.ts'
import { saveFile } from '#ui/save-file.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { makeReportPdf } from '#workers/receipt-pdf/start-receipt-pdf.ts'

type ReportPdf = {
  readonly title: string
  /** The days it is about. */
  readonly days: string
  readonly tables: readonly ReportTable[]
  /** What says that a device is not live, first of all. */
  readonly marks?: readonly string[]
  readonly fileName: string
}

/** Makes a PDF file of tables under the company's name and saves it; whether one is being made. */
export function useReportPdf(
  company: Pick<Company, 'name' | 'tin' | 'vrn'> | null,
): readonly [busy: boolean, save: (pdf: ReportPdf) => void] {
  const { t } = useLingui()
  const { clock, newId } = usePorts()
  const toast = useToasts((state) => state.show)
  const [busy, run] = useAction()
  const make = ({ title, days, tables, marks = [], fileName }: ReportPdf) => {
    const numbers = [
      company?.tin ? `${t`TIN`} ${company.tin}` : '',
      company?.vrn ? `${t`VRN`} ${company.vrn}` : '',
    ]
    return makeReportPdf({
      title,
      facts: [
        ...marks,
        company?.name ?? '',
        numbers.filter(Boolean).join('   '),
        days,
        t`Amounts in Tsh`,
      ].filter(Boolean),
      tables,
      at: clock.now(),
      fileId: newId().replaceAll('-', ''),
    })
      .then((pdf) => {
        saveFile(new Blob([pdf], { type: 'application/pdf' }), fileName)
        toast({ tone: 'good', text: t`The file is in your downloads` })
      })
      .catch(() => toast({ tone: 'bad', text: t`The file could not be created. Try again` }))
  }
  return [busy, (pdf) => void run(async () => make(pdf))]
}
