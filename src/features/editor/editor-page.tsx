import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { InvoiceRow } from '#data/rows.ts'
import type { Company } from '#domain/companies/company.ts'
import type { InvoiceContent } from '#domain/invoices/invoice.ts'
import { invoiceTotals } from '#domain/invoices/invoice-totals.ts'
import { newDraft } from '#domain/invoices/new-draft.ts'
import { renewRates } from '#domain/invoices/price-line.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { useFieldErrors } from '#i18n/use-field-errors.ts'
import { saveDraft, submitInvoice } from '#sync/commands/invoices.ts'
import { Icon } from '#ui/icon.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useOnline } from '#ui/use-online.ts'
import { useToday, useWorkplace } from '../workplace.ts'
import { ActionBar } from './action-bar.tsx'
import { CustomerSection } from './customer-section.tsx'
import classes from './editor.module.css'
import { EditorAlerts } from './editor-alerts.tsx'
import { createEditor } from './editor-store.ts'
import { ExtrasSection } from './extras-section.tsx'
import { focusFirstError } from './focus-first-error.ts'
import { judgeDraft } from './judge-draft.ts'
import { LinesSection } from './lines-section.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { useAutosave } from './use-autosave.ts'

/** Each reads of the draft what it shows: what happens to the rest of the page is not its business. */
const Customer = memo(CustomerSection)
const Lines = memo(LinesSection)
const Payments = memo(PaymentsSection)
const Extras = memo(ExtrasSection)

type Props = { readonly invoiceId: string; readonly company: Company; readonly row: InvoiceRow | undefined }

function contentOf(row: InvoiceRow): InvoiceContent {
  const { customer, amountType, reference, lines, payments } = row
  return { customer, amountType, reference, lines, payments }
}

/** One invoice being written. What is typed is kept on the phone at every pause. */
export function EditorPage({ invoiceId, company, row }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const toast = useToasts((state) => state.show)
  const online = useOnline()
  const { account, commands, session, vatRegistered, blocked } = useWorkplace()
  const today = useToday()
  const [store] = useState(() => {
    const content = row ? contentOf(row) : newDraft()
    const { rates } = session
    return createEditor({
      ...content,
      lines: renewRates(content.lines, { day: today, rates, vatRegistered }),
    })
  })
  const [fresh] = useState(row === undefined)
  const { content, unreadable } = useStore(store)
  const totals = useMemo(() => invoiceTotals(content, vatRegistered), [content, vatRegistered])

  const [tried, setTried] = useState(false)
  const [answered, setAnswered] = useState<readonly FieldRefusal<string>[]>([])
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const judged = useMemo(
    () => judgeDraft(content, unreadable, vatRegistered, today),
    [content, unreadable, vatRegistered, today],
  )
  // Paying too much is told at once; what is merely missing, only when somebody wants to submit.
  const refusals = useMemo(
    () =>
      tried
        ? [...judged, ...answered]
        : judged.filter((refusal) => refusal.code === 'INVOICE_PAYMENTS_EXCEED_TOTAL'),
    [tried, judged, answered],
  )
  const errorAt = useFieldErrors(refusals)

  const keep = useCallback(
    async (latest: InvoiceContent) => {
      const kept = await saveDraft(account, commands, { invoiceId, content: latest })
      if (kept.kind === 'kept') return undefined
      return kept.kind === 'not-kept' ? kept.code : (kept.refusals[0]?.code ?? 'UNEXPECTED')
    },
    [account, commands, invoiceId],
  )
  const { state, flush, stop } = useAutosave(store, keep, !blocked)

  const save = async () => {
    setBusy(true)
    const code = await flush()
    setBusy(false)
    if (code !== undefined) return
    toast({ tone: 'good', text: t`Invoice saved` })
    await navigate({ to: '/invoices' })
  }
  const wantSubmit = () => {
    setTried(true)
    setAnswered([])
    if (judged.length > 0) focusFirstError(form.current)
    else setAsking(true)
  }
  const submit = async () => {
    setBusy(true)
    await flush()
    const kept = await submitInvoice(account, commands, { invoiceId, content: store.getState().content })
    setBusy(false)
    setAsking(false)
    if (kept.kind === 'kept') {
      stop()
      toast({
        tone: 'good',
        text: online
          ? t`Saved on this phone. It is being sent to TRA`
          : t`Saved on this device. It will sync when you are online`,
      })
      await navigate({ to: `/invoice/${invoiceId}`, replace: true })
      return
    }
    setAnswered(kept.kind === 'refused' ? kept.refusals : [{ path: '', code: kept.code }])
    focusFirstError(form.current)
  }

  return (
    <div className={classes.editor} ref={form}>
      <div className={classes.head}>
        <Link to="/invoices" className="icon-button" aria-label={t`Back`}>
          <Icon name="back" />
        </Link>
        <h1>{fresh ? t`New invoice` : t`Edit invoice`}</h1>
      </div>
      <div className={classes.columns}>
        <div className={classes.sections}>
          <EditorAlerts row={row} state={state} tried={tried} refusals={refusals} general={errorAt('')} />
          <Customer store={store} errorAt={errorAt} />
          <Lines store={store} errorAt={errorAt} company={company} />
          <Payments store={store} errorAt={errorAt} total={totals.totalIncludingTax} />
          <Extras store={store} />
        </div>
        <ActionBar
          totals={totals}
          state={state}
          errorAt={errorAt}
          disabled={blocked}
          busy={busy}
          onSave={() => void save()}
          onSubmit={wantSubmit}
        />
      </div>
      <SubmitDialog
        opened={asking}
        total={totals.totalIncludingTax}
        customer={content.customer.name}
        busy={busy}
        onConfirm={() => void submit()}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
