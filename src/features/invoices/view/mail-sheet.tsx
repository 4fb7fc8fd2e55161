import { useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { emailInvoice } from '#commands/invoice-mails.ts'
import type { PendingMail } from '#data/pending-documents.ts'
import type { InvoiceRow } from '#data/rows.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#i18n/language.ts'
import { Icon } from '#ui/icon.tsx'
import { usePreferences } from '#ui/preferences.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useAction } from '#ui/use-action.ts'
import { useFieldErrors } from '#ui/use-field-errors.tsx'
import { useOnline } from '#ui/use-online.ts'
import { MailHistory } from './mail-history.tsx'

type Props = {
  readonly row: InvoiceRow
  /** E-mails of this invoice that this phone has not sent yet. */
  readonly waiting: readonly PendingMail[]
  readonly opened: boolean
  readonly onClose: () => void
}

/** E-mails an invoice to its customer, also offline, and shows the result of earlier e-mails. */
export function MailSheet({ row, waiting, opened, onClose }: Props) {
  const { t } = useLingui()
  const { account, commands } = useAppContext()
  const toast = useToasts((state) => state.show)
  const online = useOnline()
  const preferred = usePreferences().language
  const [to, setTo] = useState(row.mails?.at(-1)?.to ?? row.customer.email)
  const [language, setLanguage] = useState<Language>(preferred)
  const [code, setCode] = useState<string>()
  const [busy, run] = useAction()
  const errorAt = useFieldErrors(code === undefined ? [] : [{ path: 'to', code }])
  const send = async () => {
    const result = await emailInvoice(account, commands, { invoiceId: row.id, to, language })
    if (!result.ok) {
      setCode(result.refusals[0]?.code)
      return
    }
    const address = to.trim()
    toast({
      tone: 'good',
      text: online
        ? t`Sending the email to ${address}`
        : t`Saved. The email will be sent when you are online`,
    })
    onClose()
  }
  return (
    <Sheet title={t`Email to customer`} opened={opened} onClose={onClose} height="auto">
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run(send)
        }}
      >
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          label={t`Email`}
          value={to}
          maxLength={254}
          onChange={(event) => {
            setTo(event.currentTarget.value)
            setCode(undefined)
          }}
          error={errorAt('to')}
          data-autofocus
        />
        <SegmentedControl<Language>
          fullWidth
          aria-label={t`Email language`}
          value={language}
          onChange={setLanguage}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
        <Button type="submit" loading={busy} leftSection={<Icon name="mail" size={18} />}>
          {t({ context: 'send a mail', message: 'Send' })}
        </Button>
        <MailHistory row={row} pending={waiting} />
      </form>
    </Sheet>
  )
}
