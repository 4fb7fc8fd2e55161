import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useAppContext, useToday } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { CatalogueList } from '#blocks/catalogue-list/catalogue-list.tsx'
import { customerRefusals } from '#blocks/customer-form/customer-refusals.ts'
import { NewCustomerForm } from '#blocks/customer-form/new-customer-form.tsx'
import { NoCompany } from '#blocks/no-company.tsx'
import { RecordSheet } from '#blocks/record-form/record-sheet.tsx'
import { useCustomerDetail } from '#blocks/use-customer-detail.ts'
import { saveCustomer } from '#commands/catalogue.ts'
import { findCustomer } from '#data/customers.ts'
import { listRefusedFields } from '#data/outbox-entries.ts'
import type { CustomerRow } from '#data/rows.ts'
import type { CustomerForm as Fields } from '#domain/customers/check-customer.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useWide } from '#ui/use-wide.ts'
import { CustomerDetails } from './customer-details.tsx'
import { CustomerScreen } from './customer-screen.tsx'
import { CustomerTools } from './customer-tools.tsx'
import { NoCustomers } from './no-customers.tsx'
import { useShownCustomers } from './use-shown-customers.ts'

const PAGE = 50

type Props = {
  /** A customer to open at once, to correct what the server refused. */
  readonly openId?: string | undefined
  readonly onClosed: () => void
  /** A file was opened with the app, or the address of the import was opened. */
  readonly imports?: boolean
}

const ImportSheet = lazyComponent(
  async () => (await import('./import/import-sheet.tsx')).ImportCustomersSheet,
)

const CustomersTable = lazyComponent(async () => (await import('./table/customers-table.tsx')).CustomersTable)

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
  const wide = useWide()
  const search = useRef<HTMLInputElement>(null)
  const { rows, more, searching } = useShownCustomers(db, { text, archived, limit }, wide)
  const entries = useMemo(
    () =>
      rows?.map((row) => ({
        id: row.id,
        name: row.name,
        detail: formatCustomerDetail(row),
        end: '',
        pending: row.pending.kind,
      })),
    [rows, formatCustomerDetail],
  )
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
  const endImport = () => {
    setImporting(false)
    if (imports) onClosed()
  }
  const empty = (
    <EmptyOrFetching>
      <NoCustomers archived={archived} />
    </EmptyOrFetching>
  )
  const edited = open === 'new' ? undefined : open
  const close = () => {
    setOpen(undefined)
    setRefused([])
    if (openId !== undefined) onClosed()
  }
  const add = async (form: Fields, archived?: CustomerRow) => {
    const result = await saveCustomer(account, commands, {
      form,
      endsDraft: true,
      ...(archived && { customerId: archived.id, active: true }),
    })
    if (!result.ok) return customerRefusals(result.refusals)
    close()
    if (!archived) trackUsage({ name: 'customer_created' })
    toast({ tone: 'good', text: archived ? t`Customer is back on the list` : t`Customer saved` })
    return []
  }
  if (company === null) {
    return (
      <NoCompany icon="people">{t`Your account is not linked to a company, so there are no customers.`}</NoCompany>
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
        searching={searching}
        entries={entries}
        onAdd={() => setOpen('new')}
        onOpen={(id) => void navigate({ to: '/customer/$id', params: { id } })}
        empty={empty}
        search={search}
        table={
          wide ? (
            <CustomersTable
              text={text}
              off={archived}
              search={search}
              empty={empty}
              details={(id) => <CustomerScreen key={id} customerId={id} beside />}
            />
          ) : undefined
        }
        tools={<CustomerTools archived={archived} onArchived={setArchived} onImport={setImporting} />}
        onMore={more ? () => setLimit(limit + PAGE) : undefined}
      />
      {importing ? (
        <Suspense>
          <ImportSheet onClose={endImport} />
        </Suspense>
      ) : null}
      <RecordSheet
        title={edited ? t`Customer details` : t`New customer`}
        opened={open !== undefined}
        onClose={close}
      >
        {({ onUnsaved, leave }) =>
          edited ? (
            <CustomerDetails
              key={edited.id}
              row={edited}
              refused={refused}
              onDone={close}
              onSwitched={leave}
              onUnsaved={onUnsaved}
            />
          ) : (
            <NewCustomerForm db={db} today={today} prefill={{}} onSave={add} />
          )
        }
      </RecordSheet>
    </>
  )
}
