import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { AccountDatabase } from '#data/account-database.ts'
import { invoiceFromRow } from '#data/invoices.ts'
import { instantMs } from '#domain/calendar/east-africa.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptMessages } from '#i18n/receipt-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { makeReceiptPdf } from '#workers/receipt-pdf/start-receipt-pdf.ts'
import { canShareFiles, shareFile } from './share-file.ts'
import { SHARE_ICONS } from './sharing-icons.ts'
import { type CountedHandover, useCountHandover } from './use-count-handover.ts'
import { usePaper } from './use-printing.ts'
import type { ReceiptView } from './use-receipt.ts'

type Props = {
  readonly db: AccountDatabase
  readonly view: ReceiptView
  /** Given when it is known without counting: this phone does not keep the invoice. */
  readonly handover?: CountedHandover
}

/** Makes the PDF of a receipt on this phone, also without a connection, and shares or saves it. */
export function PdfButton({ db, view, handover: known }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const countHandover = useCountHandover(db)
  const [busy, run] = useAction()
  const size = usePaper(db)
  const { row, company } = view
  const canShare = canShareFiles()
  const createAndShare = async () => {
    const handover = known ?? (await countHandover(row, 'pdf'))
    if (handover === undefined) return
    const name = row.receipt?.rctvnum ?? row.id
    const pdf = await makeReceiptPdf({
      lines: receiptLines({ invoice: invoiceFromRow(row), company, ...handover }, receiptMessages(translate)),
      size: size ?? '80',
      title: `${company.name} ${name}`,
      at: instantMs(row.receipt?.issuedAt ?? row.saleAt),
      fileId: row.id.replaceAll('-', ''),
    })
    await shareFile(new File([pdf], `risiti-${name}.pdf`, { type: 'application/pdf' }))
  }
  const share = () =>
    createAndShare().catch(() =>
      toast({ tone: 'bad', text: t`The PDF could not be created. Please try again` }),
    )
  return (
    <Button
      leftSection={<Icon name={canShare ? SHARE_ICONS.share : SHARE_ICONS.download} size={18} />}
      loading={busy}
      onClick={() => void run(share)}
    >
      {canShare ? t`Send the PDF` : t`Save the PDF`}
    </Button>
  )
}
