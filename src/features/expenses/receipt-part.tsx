import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { findExpense, findExpenseByCode, findVendorCategory } from '#data/expenses.ts'
import type { AuthorityReceipt } from '#domain/expenses/authority-receipt.ts'
import { compareTyped, fillFromReceipt } from '#domain/expenses/fill-from-receipt.ts'
import type { QuickExpenseForm } from '#domain/expenses/quick-expense-form.ts'
import { type ReadReceiptCode, readReceiptCode } from '#domain/expenses/receipt-code.ts'
import { withFill, withoutFill, withReceipt } from '#domain/expenses/receipt-fill.ts'
import { moneyText } from '#domain/money/money-text.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import type { EntryWay } from './entry-way.ts'
import { QR_OUTLINE } from './receipt-outline.ts'
import { type LookUp, useReceiptLookUp } from './use-receipt-look-up.ts'

const ScanSheet = lazyComponent(async () => (await import('./scan-sheet.tsx')).ScanSheet)
const CodeSheet = lazyComponent(async () => (await import('./code-sheet.tsx')).CodeSheet)

/** Kept in the history of the browser with the address that opened the form. */
const RECEIPT_READ = { receiptRead: true }

type Props = {
  readonly expenseId: string
  readonly form: QuickExpenseForm
  /** The form of a new expense before any input: only values that differ from it were entered by the person. */
  readonly blank: QuickExpenseForm
  readonly setForm: (next: (before: QuickExpenseForm) => QuickExpenseForm) => void
  /** Opens the camera or the sheet for the code at once. */
  readonly by: EntryWay | undefined
}

/**
 * Buttons for a receipt of the authority: camera and code; then what the authority says of it, and where it is
 * already recorded.
 */
export function ReceiptPart({ expenseId, form, blank, setForm, by }: Props) {
  const { t } = useLingui()
  const { db, session } = useAppContext()
  const navigate = useNavigate()
  const isRead = useLocation({ select: ({ state }) => 'receiptRead' in state })
  // After a reload the form has what was read before; one who chooses a way again has another receipt.
  const [open, setOpen] = useState(by === 'file' || (isRead && form.receiptCode !== '') ? undefined : by)
  const fill = async (receipt: AuthorityReceipt) => {
    // The authority's data is filled in even if this phone's storage cannot be read.
    const usualCategory = await findVendorCategory(db, receipt.seller.taxNumber).catch(() => undefined)
    setForm((now) => {
      if (now.seller || readReceiptCode(now.receiptCode, session.simulated)?.code !== receipt.code) return now
      // Another receipt may have filled it in, whose code was written over.
      const before = withoutFill(now)
      const filled = fillFromReceipt(before, blank, receipt, session)
      // The edited expense stays as it was saved, its category too.
      if (filled === before) return now
      const { category, categoryId } = filled.category === '' && usualCategory ? usualCategory : filled
      return withFill(before, { ...filled, category, categoryId })
    })
  }
  const { lookUp, registeredAs: found } = useReceiptLookUp(form, (receipt) => void fill(receipt))
  // The expense that is edited has its own code.
  const registeredAs = found === expenseId ? null : found
  const code = readReceiptCode(form.receiptCode, session.simulated)?.code ?? ''
  const registeredExpenseId = useLiveQuery(async () => {
    const here = code === '' ? undefined : await findExpenseByCode(db, code, expenseId)
    if (here) return here.id
    return registeredAs !== null && (await findExpense(db, registeredAs)) ? registeredAs : undefined
  }, [db, code, expenseId, registeredAs])
  const applyReceiptCode = (way: 'qr' | 'code', read: ReadReceiptCode) => {
    setOpen(undefined)
    setForm((now) => withReceipt(now, way, read, session.simulated))
    if (by === undefined) return
    void navigate({
      to: '.',
      search: true,
      state: (state) => ({ ...state, ...RECEIPT_READ }),
      replace: true,
      resetScroll: false,
    })
  }
  const close = () => setOpen(undefined)
  return (
    <div className="stack">
      <div className="actions">
        <Button
          variant="default"
          leftSection={<Icon name={{ outline: QR_OUTLINE }} />}
          onClick={() => setOpen('scan')}
        >
          {t`Scan QR`}
        </Button>
        <Button variant="default" leftSection={<Icon name="receipt" />} onClick={() => setOpen('code')}>
          {t`Type the code`}
        </Button>
      </div>
      {registeredExpenseId === undefined && registeredAs === null ? (
        <LookUpStatus lookUp={lookUp} form={form} />
      ) : (
        <div className="notice" data-tone="bad" role="alert">
          <Icon name="alert" />
          <div>
            <strong>{t`This receipt code is already registered`}</strong>
            {registeredExpenseId === undefined ? null : (
              <Link to="/expenses" search={{ open: registeredExpenseId }} style={{ color: 'inherit' }}>
                {t`Open that expense`}
              </Link>
            )}
          </div>
        </div>
      )}
      <Suspense>
        {open === 'scan' ? (
          <ScanSheet
            onRead={(read) => applyReceiptCode('qr', read)}
            onType={() => setOpen('code')}
            onClose={close}
          />
        ) : null}
        {open === 'code' ? (
          <CodeSheet onRead={(read) => applyReceiptCode('code', read)} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  )
}

/** What the authority says about the receipt in the form. */
function LookUpStatus({ lookUp, form }: { readonly lookUp: LookUp; readonly form: QuickExpenseForm }) {
  const { t } = useLingui()
  switch (lookUp.kind) {
    case 'none':
      return null
    case 'asking':
      return (
        <div className="notice" data-tone="info" role="status">
          <Icon name="clock" />
          <div>{t`Checking this receipt with TRA…`}</div>
        </div>
      )
    case 'later':
      return (
        <div className="notice" role="status">
          <Icon name="offline" />
          <div>{t`TRA cannot be reached now. Fill in the rest yourself. When you are online we check with TRA and fill in what you left empty.`}</div>
        </div>
      )
    case 'not-found':
      return (
        <div className="notice" role="status">
          <Icon name="alert" />
          <div>{t`TRA could not find this receipt. Check the code and the time, or fill in the details yourself.`}</div>
        </div>
      )
    case 'found':
      return <ReceiptFound form={form} receipt={lookUp.receipt} />
  }
}

/** The receipt that the authority has, against what is typed. */
function ReceiptFound({
  form,
  receipt,
}: {
  readonly form: QuickExpenseForm
  readonly receipt: AuthorityReceipt
}) {
  const { t } = useLingui()
  const { session } = useAppContext()
  const compared = compareTyped(form, receipt, session)
  if (compared === 'same') {
    return (
      <div className="notice" data-tone="info" role="status">
        <Icon name="seal" />
        <div>{t`Verified with TRA. The details were filled in.`}</div>
      </div>
    )
  }
  if (compared === undefined) {
    return (
      <div className="notice" data-tone="info" role="status">
        <Icon name="seal" />
        <div>{t`TRA has this receipt with the amount ${moneyText(receipt.total)}`}</div>
      </div>
    )
  }
  return (
    <div className="notice" role="status">
      <Icon name="alert" />
      <div>
        {compared === 'other-time'
          ? t`TRA has a different time for this receipt: ${form.receiptTime?.slice(0, 5) ?? ''}`
          : compared === 'other-vat'
            ? t`TRA has a different VAT for this receipt: ${moneyText(receipt.tax)}`
            : t`TRA has a different amount for this receipt: ${moneyText(receipt.total)}`}
      </div>
    </div>
  )
}
