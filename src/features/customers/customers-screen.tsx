import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Suspense, useEffect, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { CatalogueList } from '#blocks/catalogue-list/catalogue-list.tsx'
import { StandingFilter } from '#blocks/catalogue-list/standing-filter.tsx'
import { CustomerForm } from '#blocks/customer-form/customer-form.tsx'
import { NewCustomerForm } from '#blocks/customer-form/new-customer-form.tsx'
import { useCustomerDetail } from '#blocks/use-customer-detail.ts'
import { saveCustomer } from '#commands/catalogue.ts'
import { findCustomer } from '#data/customers.ts'
import { listRefusedFields } from '#data/outbox-entries.ts'
import type { CustomerRow } from '#data/rows.ts'
import type { CustomerForm as Fields } from '#domain/customers/check-customer.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { CustomerActions } from './customer-actions.tsx'
import { listShownCustomers } from './list-shown.ts'

const PAGE = 50

type Props = {
  /** A customer to open at once, to correct what the server refused. */
  readonly openId?: string | undefined
  readonly onClosed: () => void
  /** A file was opened with the app, or the address of the import was opened. */
  readonly imports?: boolean
}

const ImportSheet = lazyComponent(async () => (await import('./import/import-sheet.tsx')).ImportSheet)

/** Customers of the company: search, add, change. */
export function CustomersScreen({ openId, onClosed, imports = false }: Props) {
  const { t } = useLingui()
  const { account, commands, db, company, trackUsage } = useAppContext()
  const today = useToday()
  const navigate = useNavigate()
  const toast = useToasts((state) => state.show)
  const formatCustomerDetail = useCustomerDetail()
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const [open, setOpen] = useState<CustomerRow | 'new'>()
  const [archived, setArchived] = useState(false)
  const shown = useLiveQuery(
    () => listShownCustomers(db, { text, archived, limit }),
    [db, text, archived, limit],
  )
  const rows = shown?.rows
  const [refused, setRefused] = useState<readonly FieldRefusal<string>[]>([])
  useEffect(() => {
    if (openId === undefined) return
    let current = true
    void Promise.all([findCustomer(db, openId), listRefusedFields(db, `cust:${openId}`)]).then(
      ([row, fields]) => {
        if (!current || !row) return
        setRefused(fields)
        setOpen(row)
      },
    )
    return () => {
      current = false
    }
  }, [db, openId])
  const [importing, setImporting] = useState(imports)
  const exportAll = async () => {
    try {
      const { exportCustomers } = await import('./export-customers.ts')
      const name = t({ context: 'start of a file name', message: 'customers' })
      saveFile(await exportCustomers(db), `${name}-${today}.csv`)
      toast({ tone: 'good', text: t`The file is in your downloads` })
    } catch {
      toast({ tone: 'bad', text: t`The file could not be created. Try again` })
    }
  }
  const endImport = () => {
    setImporting(false)
    if (imports) onClosed()
  }
  const edited = open === 'new' ? undefined : open
  const close = () => {
    setOpen(undefined)
    setRefused([])
    if (openId !== undefined) onClosed()
  }
  const save = async (form: Fields) => {
    const result = await saveCustomer(account, commands, {
      form,
      ...(edited ? { customerId: edited.id } : {}),
    })
    if (result.kind === 'refused') return result.refusals
    if (result.kind === 'not-kept') return [{ path: '', code: 'CUSTOMER_NOT_SAVED' }]
    close()
    if (!edited) trackUsage({ name: 'customer_created' })
    toast({ tone: 'good', text: t`Customer saved` })
    return []
  }
  if (company === null) {
    return (
      <div className="page">
        <EmptyState standalone icon="people" title={t`No company`}>
          {t`Your account is not linked to a company, so there are no customers.`}
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <CatalogueList
        title={t`Customers`}
        addLabel={t`New customer`}
        searchLabel={t`Search by name or number`}
        text={text}
        onText={setText}
        entries={rows?.map((row) => ({
          id: row.id,
          name: row.name,
          detail: formatCustomerDetail(row),
          end: '',
          pending: row.pending.kind,
        }))}
        onAdd={() => setOpen('new')}
        onOpen={(id) => void navigate({ to: '/customer/$id', params: { id } })}
        empty={
          <EmptyOrFetching>
            <EmptyState icon="people" title={t`No customers yet`}>
              {t`Save customers who want receipts in their name. You don't need to save walk-in customers.`}
            </EmptyState>
          </EmptyOrFetching>
        }
        tools={
          <>
            <StandingFilter
              label={t`Which customers`}
              onLabel={t`In use`}
              offLabel={t`Archived`}
              off={archived}
              onChange={setArchived}
            />
            <div className="actions" style={{ marginTop: '0.75rem' }}>
              <Button component={Link} to="/debts" variant="default">
                {t`Who owes`}
              </Button>
              <Button variant="default" onClick={() => setImporting(true)}>
                {t`Import CSV`}
              </Button>
              <Button variant="default" onClick={() => void exportAll()}>
                {t`Export CSV`}
              </Button>
            </div>
          </>
        }
        onMore={shown?.more ? () => setLimit(limit + PAGE) : undefined}
      />
      {importing ? (
        <Suspense>
          <ImportSheet onClose={endImport} />
        </Suspense>
      ) : null}
      <Sheet
        title={edited ? t`Customer details` : t`New customer`}
        opened={open !== undefined}
        onClose={close}
      >
        {edited ? (
          <div className="stack">
            <CustomerForm
              key={edited.id}
              today={today}
              initial={edited}
              serverRefusals={refused}
              onSave={save}
            />
            <CustomerActions row={edited} onDone={close} />
          </div>
        ) : (
          <NewCustomerForm db={db} today={today} prefill={{}} onSave={save} />
        )}
      </Sheet>
    </>
  )
}
