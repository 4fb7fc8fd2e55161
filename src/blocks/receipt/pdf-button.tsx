import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { plainInvoice } from '#data/invoices.ts'
import { readMeta } from '#data/meta.ts'
import { instantMs } from '#domain/calendar/east-africa.ts'
import type { PaperSize } from '#domain/receipts/paper-size.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptWords } from '#i18n/receipt-words.ts'
import { useSay } from '#i18n/use-say.ts'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { makeReceiptPdf } from '#workers/receipt-pdf/start-receipt-pdf.ts'
import { canShareFiles, shareFile } from './share-file.ts'
import { SHARING } from './sharing-icons.ts'
import { useHandOver } from './use-hand-over.ts'
import type { ReceiptView } from './use-receipt.ts'

/** Makes the PDF of a receipt on this phone, without a line, and gives it to another app or saves it. */
export function PdfButton({ db, view }: { db: AccountDatabase; view: ReceiptView }) {
  const { t } = useLingui()
  const say = useSay()
  const toast = useToasts((state) => state.show)
  const handOver = useHandOver(db)
  const [busy, setBusy] = useState(false)
  const size = useLiveQuery(
    async (): Promise<PaperSize> => (await readMeta(db, 'printing'))?.paper ?? '80',
    [db],
  )
  const { row, company } = view
  const shares = canShareFiles()
  const give = async () => {
    const counted = await handOver(row, 'pdf')
    if (counted === undefined) return
    const name = row.receipt?.rctvnum ?? row.id
    const pdf = await makeReceiptPdf({
      lines: receiptLines({ invoice: plainInvoice(row), company, ...counted }, receiptWords(say)),
      size: size ?? '80',
      title: `${company.name} ${name}`,
      at: instantMs(row.receipt?.issuedAt ?? row.saleAt),
      fileId: row.id.replaceAll('-', ''),
    })
    await shareFile(new File([pdf], `risiti-${name}.pdf`, { type: 'application/pdf' }))
  }
  const run = () => {
    setBusy(true)
    give()
      .catch(() => toast({ tone: 'bad', text: t`The PDF could not be created. Please try again` }))
      .finally(() => setBusy(false))
  }
  return (
    <Button
      leftSection={<Icon name={shares ? SHARING.share : SHARING.download} size={18} />}
      loading={busy}
      onClick={run}
    >
      {shares ? t`Send the PDF` : t`Save the PDF`}
    </Button>
  )
}
