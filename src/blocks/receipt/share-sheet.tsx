import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AccountDatabase } from '#data/account-database.ts'
import { invoiceFromRow } from '#data/invoices.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { nineDigits, normalizePhone } from '#domain/identity/phone.ts'
import { publicReceiptPath } from '#domain/receipts/public-receipt-token.ts'
import { chatText, type ShareMessages, smsLink, smsText, whatsAppLink } from '#domain/receipts/share-text.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/icon.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { PdfButton } from './pdf-button.tsx'
import classes from './share-sheet.module.css'
import { SHARE_ICONS } from './sharing-icons.ts'
import { type ReceiptView, useReceipt } from './use-receipt.ts'

type Props = {
  readonly db: AccountDatabase
  readonly invoiceId: string
  readonly opened: boolean
  readonly onClose: () => void
}

/** The ways to give a receipt to the customer without paper. */
export function ShareSheet({ db, invoiceId, opened, onClose }: Props) {
  const { t } = useLingui()
  const view = useReceipt(db, invoiceId)
  return (
    <Sheet title={t`Share`} opened={opened} onClose={onClose} height="auto">
      {view ? <ShareForm db={db} view={view} /> : <div aria-busy="true" />}
    </Sheet>
  )
}

function useShareMessages(): ShareMessages {
  const { t } = useLingui()
  return {
    receipt: t`Receipt`,
    invoice: t`Invoice`,
    total: t`Total`,
    date: t`Date`,
    check: t`Verify at TRA`,
    canceled: t`CANCELED`,
  }
}

/** The address of the public page, on the server this app came from. */
function publicReceiptUrl({ slipToken }: InvoiceRow): string | null {
  return slipToken === undefined ? null : `${location.origin}${publicReceiptPath(slipToken)}`
}

function ShareForm({ db, view }: { db: AccountDatabase; view: ReceiptView }) {
  const { t } = useLingui()
  const translate = useTranslate()
  const toast = useToasts((state) => state.show)
  const messages = useShareMessages()
  const { row, company } = view
  const [phoneText, setTyped] = useState(nineDigits(row.customer.phone))
  const phone = normalizePhone(phoneText)
  const isInvalidPhone = phoneText.trim() !== '' && phone === undefined
  const source = { invoice: invoiceFromRow(row), sellerName: company.name, link: publicReceiptUrl(row) }
  const text = chatText(source, messages)
  const copy = async (copied: string, done: string) => {
    try {
      await navigator.clipboard.writeText(copied)
      toast({ tone: 'good', text: done })
    } catch {
      toast({ tone: 'bad', text: t`This browser does not allow copying. Press and hold the text instead` })
    }
  }
  return (
    <div className="stack">
      <TextInput
        label={t`Customer's phone number`}
        description={t`Leave empty to choose the person in WhatsApp or SMS`}
        type="tel"
        inputMode="tel"
        leftSection="+255"
        leftSectionWidth={64}
        value={phoneText}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isInvalidPhone ? translate(errorMessage('CUSTOMER_PHONE_INVALID')) : undefined}
      />
      <div className={classes.ways}>
        <PdfButton db={db} view={view} />
        <Button
          component="a"
          href={whatsAppLink(phone ?? '', text)}
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon name={SHARE_ICONS.chat} size={18} />}
        >
          WhatsApp
        </Button>
        <Button
          component="a"
          variant="default"
          href={smsLink(phone ?? '', smsText(source, messages))}
          leftSection={<Icon name="phone" size={18} />}
        >
          SMS
        </Button>
        {source.link === null ? null : (
          <Button
            variant="default"
            leftSection={<Icon name={SHARE_ICONS.link} size={18} />}
            onClick={() => void copy(source.link ?? '', t`Link copied`)}
          >
            {t`Copy the link`}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<Icon name="copy" size={18} />}
          onClick={() => void copy(text, t`Text copied`)}
        >
          {t`Copy the text`}
        </Button>
      </div>
      <pre className={classes.text}>{text}</pre>
      {row.receipt === null && source.link !== null ? (
        <p className="dim small">
          {t`The link shows the receipt once it has its TRA numbers; until then it asks to wait.`}
        </p>
      ) : null}
    </div>
  )
}
