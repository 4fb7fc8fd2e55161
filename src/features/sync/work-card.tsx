import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { moneyText } from '#domain/money/money-text.ts'
import { momentInWords } from '#i18n/date-words.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { nextStep } from '#i18n/next-steps.ts'
import { useSay } from '#i18n/use-say.ts'
import { takeBack } from '#sync/commands/invoices.ts'
import { discardWork, keepAsNewDraft, sendAgain } from '#sync/commands/stuck-work.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useToday, useWorkplace } from '../workplace.ts'
import type { OwedWork } from './owed-work.ts'
import classes from './sync.module.css'
import { useWorkNames } from './use-work-names.ts'

/** One operation: what it is, since when, why it stands still, and what mends it. */
export function WorkCard({ work }: { work: OwedWork }) {
  const { t } = useLingui()
  const say = useSay()
  const nameOf = useWorkNames()
  const navigate = useNavigate()
  const toast = useToasts((state) => state.show)
  const { account, commands } = useWorkplace()
  const today = useToday()
  const [discarding, setDiscarding] = useState(false)
  const { entry, invoice } = work
  const { opId } = entry
  const refused = entry.state === 'attention'
  const code = refused ? (entry.last?.code ?? 'UNEXPECTED') : undefined
  const step = code === undefined ? undefined : nextStep(code)
  const subject = invoice
    ? `${invoice.customer.name || t`Walk-in customer`} · ${moneyText(invoice.totals.totalIncludingTax)}`
    : work.name
  const tell = (kept: { kind: string; code?: string }, done: string) => {
    if (kept.kind === 'kept') toast({ tone: 'good', text: done })
    else toast({ tone: 'bad', text: say(errorMessage(kept.code ?? 'UNEXPECTED')) })
  }
  const again = async () => tell(await sendAgain(account, commands, { opId }), t`The change is sent again`)
  const discard = async () => {
    tell(await discardWork(account, commands, { opId }), t`Change discarded`)
    setDiscarding(false)
  }
  const keepBoth = async () => {
    const kept = await keepAsNewDraft(account, commands, { opId })
    tell(kept, t`Kept as a new draft`)
    if (kept.kind === 'kept') await navigate({ to: `/edit-invoice/${kept.value.id}` })
  }
  return (
    <article className="card stack" data-refused={refused}>
      <div className={classes.head}>
        <Icon name={refused ? 'alert' : 'clock'} />
        <div className={classes.words}>
          <strong>{nameOf(entry.type)}</strong>
          <span>{subject}</span>
          <span className="dim small">{momentInWords(entry.createdAt, today, say)}</span>
        </div>
      </div>
      {code ? (
        <div className="notice" data-tone="bad">
          <div>
            <strong>{say(errorMessage(code))}</strong>
            {step ? say(step) : null}
          </div>
        </div>
      ) : null}
      <div className={classes.buttons}>
        {invoice ? (
          <Button
            variant="default"
            component={Link}
            to={`/${refused && invoice.status === 'draft' ? 'edit-invoice' : 'invoice'}/${invoice.id}`}
          >
            {t`Open the invoice`}
          </Button>
        ) : null}
        {refused ? (
          <>
            <Button variant="light" onClick={() => void again()}>
              {t`Send again`}
            </Button>
            {entry.type === 'invoice.save' && code === 'INVOICE_CHANGED_ELSEWHERE' ? (
              <Button variant="light" onClick={() => void keepBoth()}>
                {t`Keep mine as a new draft`}
              </Button>
            ) : null}
            <Button variant="subtle" data-tone="danger" onClick={() => setDiscarding(true)}>
              {t`Discard`}
            </Button>
          </>
        ) : null}
        {invoice && entry.type === 'invoice.submit' && entry.firstSentAt === null && !refused ? (
          <Button
            variant="light"
            leftSection={<Icon name="undo" size={18} />}
            onClick={async () =>
              tell(
                await takeBack(account, commands, { invoiceId: invoice.id }),
                t`Taken back. It is a draft again`,
              )
            }
          >
            {t`Take back`}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        grave
        title={t`Discard this change?`}
        confirm={t`Discard`}
        opened={discarding}
        onConfirm={() => void discard()}
        onClose={() => setDiscarding(false)}
      >
        <p>{t`This phone goes back to what the server has. A copy stays in the record of this phone.`}</p>
      </ConfirmDialog>
    </article>
  )
}
