import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { shareFile } from '#blocks/receipt/share-file.ts'
import type { Reissuable } from '#contract/receipt-endpoints.ts'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptMessages } from '#i18n/receipt-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { makeReceiptPdf } from '#workers/receipt-pdf/start-receipt-pdf.ts'

/** The copy that was just recorded, as a PDF to share or to print. */
export function SaveCopy({ of: { invoice, company }, number }: { of: Reissuable; number: number }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const [busy, run] = useAction()
  const save = async () => {
    const name = invoice.receipt?.rctvnum ?? invoice.id
    try {
      const pdf = await makeReceiptPdf({
        lines: receiptLines({ invoice, company, copy: true }, receiptMessages(translate)),
        size: 'A4',
        title: `${company.name} ${name}`,
        at: instantMs(invoice.receipt?.issuedAt ?? invoice.saleAt),
        fileId: invoice.id.replaceAll('-', ''),
      })
      await shareFile(new File([pdf], `risiti-${name}.pdf`, { type: 'application/pdf' }))
    } catch {
      toast({ tone: 'bad', text: t`The PDF could not be created. Please try again` })
    }
  }
  return (
    <section className="card stack" aria-live="polite">
      <p>{t`Copy ${number} is recorded. It is marked COPY.`}</p>
      <Button leftSection={<Icon name="printer" size={18} />} loading={busy} onClick={() => void run(save)}>
        {t`Save the PDF`}
      </Button>
    </section>
  )
}
