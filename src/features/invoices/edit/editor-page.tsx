import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Activity, memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { ClockNotice } from '#blocks/clock-notice.tsx'
import type { InvoiceRow } from '#data/rows.ts'
import { contentOf } from '#domain/invoices/content-of.ts'
import { newDraft } from '#domain/invoices/new-draft.ts'
import { renewRates } from '#domain/invoices/price-line.ts'
import type { Cents } from '#domain/money/cents.ts'
import { mayDiscount } from '#domain/permissions/operator-rights.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { focusFirstError } from '#ui/focus-first-error.ts'
import { useOpenSheets } from '#ui/sheet/open-sheets.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useFieldErrors } from '#ui/use-field-errors.tsx'
import { useWide } from '#ui/use-wide.ts'
import { useOwnerApproval } from '../view/use-owner-approval.tsx'
import { CartPanel } from './cart-panel.tsx'
import { ChargeBar } from './charge-bar.tsx'
import classes from './counter.module.css'
import { EditorAlerts } from './editor-alerts.tsx'
import { EditorHeader, type Tab } from './editor-header.tsx'
import { createEditor } from './editor-store.ts'
import { ItemsPanel } from './items-panel.tsx'
import { PaymentSheet } from './payment-sheet.tsx'
import { useDraftAutosave } from './use-draft-autosave.ts'
import type { OpenedInvoice } from './use-opened-invoice.ts'
import { useRefusals } from './use-refusals.ts'
import { useSubmission } from './use-submission.ts'
import { useTypeToSearch } from './use-type-to-search.ts'
import { validateDraft } from './validate-draft.ts'

type Props = {
  readonly invoiceId: string
  readonly isNew: boolean
  readonly opened: OpenedInvoice
  /** The code of its refusal by the server or the authority. */
  readonly trouble: string | undefined
  readonly onSelling: (changeDue: Cents) => void
  readonly onSold: (row: InvoiceRow) => void
  /** It was changed elsewhere and nothing is unsaved here. */
  readonly onStale: () => void
}

/** Refusals about paying are shown in the payment sheet, all others in the cart. */
function isPaymentRefusal({ path }: FieldRefusal<string>): boolean {
  return path.startsWith('payments')
}

/** The counter: what is on offer, the cart, and payment. Every change is saved on the phone at once. */
export const EditorPage = memo(function EditorPage(props: Props) {
  const { invoiceId, isNew, opened, trouble, onSelling, onSold, onStale } = props
  const { draft } = opened
  const { t } = useLingui()
  const navigate = useNavigate()
  const toast = useToasts((state) => state.show)
  const dismissAbout = useToasts((state) => state.dismissAbout)
  const wide = useWide()
  const { session, company, vatRegistered, blocked, clockOffsetMs } = useAppContext()
  const today = useToday()
  const [store] = useState(() => {
    const { row, copied, tendered } = opened
    const content = row ? contentOf(row) : (copied ?? newDraft())
    const lines = renewRates(content.lines, { day: today, rates: session.rates, vatRegistered })
    const unsaved = !row && copied !== undefined
    return createEditor({ ...content, lines }, { vatRegistered, unsaved, ...(tendered ? { tendered } : {}) })
  })
  const [tab, setTab] = useState<Tab>(isNew && opened.reading === 0 ? 'items' : 'cart')
  const [openLine, setOpenLine] = useState<string | null>(null)
  const [paying, setPaying] = useState(false)
  const [tried, setTried] = useState(false)
  const [initialRefusals] = useState(opened.serverRefusals)
  const [serverRefusals, setServerRefusals] = useState(initialRefusals)
  const page = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)

  const rules = useMemo(
    () => ({ vatRegistered, today, choices: company?.choices }),
    [vatRegistered, today, company?.choices],
  )
  const refusals = useRefusals(store, { tried, answered: serverRefusals }, rules)
  const errorAt = useFieldErrors(refusals)
  const autosave = useDraftAutosave(store, draft, {
    onStale,
    onSplit: (id, isOpen) => {
      toast({
        tone: 'bad',
        text: t`This invoice was changed elsewhere meanwhile. What you wrote is a second draft`,
      })
      if (isOpen) void navigate({ to: '/edit-invoice/$id', params: { id }, replace: true })
    },
  })
  // A person who comes to resolve a refusal finds the refused field focused; its mark disappears after the first
  // change.
  useEffect(() => {
    if (initialRefusals.length > 0) focusFirstError(page.current)
    return store.subscribe((now, before) => {
      if (now.edits !== before.edits) setServerRefusals((told) => (told.length > 0 ? [] : told))
    })
  }, [initialRefusals, store])
  const showErrorsInCart = () => {
    setPaying(false)
    setTab('cart')
    focusFirstError(page.current)
  }
  const { busy, submit } = useSubmission(store, draft, autosave, {
    onSelling,
    onSold,
    onRefused: (found) => {
      setTried(true)
      setServerRefusals(found)
      if (!found.every(isPaymentRefusal)) showErrorsInCart()
    },
  })
  const validate = () => {
    const { content, unreadable } = store.getState()
    return validateDraft(content, unreadable, rules)
  }
  const charge = () => {
    setServerRefusals([])
    if (validate().every(isPaymentRefusal)) setPaying(true)
    else {
      setTried(true)
      showErrorsInCart()
    }
  }
  const { rights, ask, approvalSheet } = useOwnerApproval()
  const submitApproved = async () => {
    if (mayDiscount(rights, store.getState().content.lines)) return submit()
    const approval = await ask()
    return approval && submit(approval)
  }
  const validateAndSubmit = () => {
    setServerRefusals([])
    const found = validate()
    if (found.length === 0) void submitApproved()
    else {
      setTried(true)
      if (!found.every(isPaymentRefusal)) showErrorsInCart()
    }
  }
  // An undo in a toast is not possible after this page is left.
  useEffect(() => () => dismissAbout(store), [dismissAbout, store])
  const { flush } = autosave
  const exists = opened.row !== undefined
  const save = useCallback(async () => {
    if (!exists && store.getState().edits === 0) {
      toast({ tone: 'bad', text: t`There is nothing to save yet` })
      return
    }
    if ((await flush()) !== undefined) return
    await navigate({ to: '/invoices' })
    // After the rows: drawing it first would hold them up.
    toast({ tone: 'good', text: t`Invoice saved` })
  }, [exists, store, flush, toast, t, navigate])
  const hold = async () => {
    if ((await flush()) !== undefined) return
    toast({
      tone: 'good',
      text: t`Sale put on hold`,
      action: {
        label: t`Go back to it`,
        run: () => void navigate({ to: '/edit-invoice/$id', params: { id: invoiceId } }),
      },
    })
    await navigate({ to: '/new-invoice' })
  }
  // The copy is made of the saved invoice, so unsaved changes are saved first.
  const copy = async () => {
    if ((await flush()) === undefined) await navigate({ to: '/new-invoice', search: { from: invoiceId } })
  }
  const showLine = useCallback((lineId: string) => {
    setTab('cart')
    setOpenLine(lineId)
  }, [])
  const toggleLine = useCallback(
    (lineId: string) => setOpenLine((shown) => (shown === lineId ? null : lineId)),
    [],
  )
  useTypeToSearch(
    search,
    useCallback(() => flushSync(() => setTab('items')), []),
  )
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      // Only the topmost sheet reacts: under a sheet or a question about something else nothing is charged or
      // submitted.
      if (document.querySelector('[role="dialog"]')) return
      const top = useOpenSheets.getState().sheets.at(-1) ?? page.current
      top?.querySelector<HTMLButtonElement>('[data-go]')?.click()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  const role = wide ? 'region' : 'tabpanel'
  return (
    <div className={classes.counter} ref={page}>
      <EditorHeader
        store={store}
        invoiceId={invoiceId}
        stored={opened.row}
        tab={tab}
        onTab={setTab}
        onHold={() => void hold()}
        onCopy={() => void copy()}
      />
      <div className={classes.alerts}>
        <ClockNotice offsetMs={clockOffsetMs} />
        <EditorAlerts
          exists={exists}
          trouble={trouble}
          state={autosave.state}
          tried={tried && !paying}
          refusals={refusals}
          general={errorAt('')}
        />
      </div>
      <div className={classes.panels} data-tab={tab}>
        <section className={classes.panel} id="panel-items" role={role} aria-labelledby="tab-items">
          <ItemsPanel store={store} field={search} onOpenLine={showLine} />
        </section>
        <div className={classes.side}>
          <section className={classes.panel} id="panel-cart" role={role} aria-labelledby="tab-cart">
            <Activity mode={wide || tab === 'cart' ? 'visible' : 'hidden'}>
              <CartPanel
                store={store}
                errorAt={errorAt}
                openLine={openLine}
                onToggleLine={toggleLine}
                onSave={save}
                blocked={blocked}
              />
            </Activity>
          </section>
          <ChargeBar
            store={store}
            exists={exists}
            tried={tried}
            state={autosave.state}
            error={errorAt('totals')}
            disabled={blocked}
            onCharge={charge}
          />
        </div>
      </div>
      {paying ? (
        <PaymentSheet
          store={store}
          errorAt={errorAt}
          busy={busy}
          onSubmit={validateAndSubmit}
          onClose={() => setPaying(false)}
        />
      ) : null}
      {approvalSheet}
    </div>
  )
})
