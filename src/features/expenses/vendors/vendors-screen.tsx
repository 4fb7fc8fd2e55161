import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { CatalogueList } from '#blocks/catalogue-list/catalogue-list.tsx'
import { RestoredNotice } from '#blocks/form-draft/restored-notice.tsx'
import { useFormDraft } from '#blocks/form-draft/use-form-draft.ts'
import { NoCompany } from '#blocks/no-company.tsx'
import { RecordSheet } from '#blocks/record-form/record-sheet.tsx'
import { saveVendor } from '#commands/vendors.ts'
import { findVendor, listVendors, searchVendors } from '#data/vendors.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { VendorForm as Fields } from '#domain/vendors/check-vendor-form.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { useWide } from '#ui/use-wide.ts'
import { NotFoundNotice } from '../not-found-notice.tsx'
import { useOpenedRecord } from '../use-opened-record.ts'
import { FoundVendorDetails, VendorDetails } from './vendor-details.tsx'
import { VendorForm } from './vendor-form.tsx'

const PAGE = 50

const VendorsTable = lazyComponent(async () => (await import('../table/vendors-table.tsx')).VendorsTable)

type Props = {
  /** A vendor to open at once, for mending what the server refused. */
  readonly openId?: string | undefined
  readonly onClosed: () => void
}

/** Whom the company buys from: search, add, change, switch off. Works without a network. */
export function VendorsScreen({ openId, onClosed }: Props) {
  const { t } = useLingui()
  const { account, commands, company, db } = useAppContext()
  const toast = useToasts((state) => state.show)
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const [opened, open] = useOpenedRecord('vendor', openId, findVendor)
  const [unsaved, setUnsaved] = useState(false)
  // A window that becomes narrow keeps the table as long as something is typed beside it.
  const wide = useWide() || unsaved
  const search = useRef<HTMLInputElement>(null)
  const rows = useLiveQuery(async () => {
    if (wide) return undefined
    return text.trim() === '' ? listVendors(db, limit) : searchVendors(db, text, limit, true)
  }, [db, wide, text, limit])
  const edited = opened?.row === 'new' ? undefined : opened?.row
  const close = () => {
    open(undefined)
    if (openId !== undefined) onClosed()
  }
  const add = async (form: Fields) => {
    const result = await saveVendor(account, commands, { form, endsDraft: true })
    if (!result.ok) return result.refusals
    close()
    toast({ tone: 'good', text: t`Vendor saved` })
    return []
  }
  if (company === null) {
    return (
      <NoCompany icon="people">{t`Your account is not linked to a company, so there are no vendors.`}</NoCompany>
    )
  }
  const empty = (
    <EmptyOrFetching>
      <EmptyState icon="people" title={t`No vendors yet`}>
        {t`Save those you buy from once, with their TIN. Then an expense takes a few taps.`}
      </EmptyState>
    </EmptyOrFetching>
  )
  return (
    <>
      <CatalogueList
        title={t`Vendors`}
        addLabel={t`New vendor`}
        searchLabel={t`Search by name or number`}
        text={text}
        onText={setText}
        entries={rows?.map((row) => ({
          id: row.id,
          name: row.name,
          detail: [row.taxNumber, row.phone].filter(Boolean).join(' · '),
          end: '',
          pending: row.pending.kind,
          inactive: !row.active,
        }))}
        onAdd={() => open('new')}
        onOpen={(id) => open(rows?.find((row) => row.id === id))}
        empty={empty}
        tools={
          openId === undefined ? undefined : (
            <NotFoundNotice code="VENDOR_NOT_FOUND" id={openId} find={findVendor} />
          )
        }
        search={search}
        table={
          wide ? (
            <VendorsTable
              text={text}
              search={search}
              empty={empty}
              unsaved={unsaved}
              details={(id, { close: onSaved, leave: onSwitched }) => (
                <FoundVendorDetails
                  key={id}
                  id={id}
                  onSaved={onSaved}
                  onSwitched={onSwitched}
                  onUnsaved={setUnsaved}
                />
              )}
            />
          ) : undefined
        }
        onMore={rows && rows.length >= limit ? () => setLimit(limit + PAGE) : undefined}
      />
      <RecordSheet
        title={edited ? t`Vendor details` : t`New vendor`}
        opened={opened !== undefined}
        onClose={close}
      >
        {({ onUnsaved, leave }) =>
          edited ? (
            <VendorDetails
              key={edited.id}
              row={edited}
              refused={opened?.refused ?? []}
              onSaved={close}
              onSwitched={leave}
              onUnsaved={onUnsaved}
            />
          ) : (
            <NewVendorForm onSave={add} />
          )
        }
      </RecordSheet>
    </>
  )
}

/** The form of a new vendor; what is typed survives a reload. */
function NewVendorForm({
  onSave,
}: {
  readonly onSave: (form: Fields) => Promise<readonly FieldRefusal<string>[]>
}) {
  const { db, session } = useAppContext()
  const draft = useFormDraft(db, 'new-vendor', {})
  if (!draft) return <div aria-busy="true" />
  return (
    <div className="stack">
      {draft.restored ? <RestoredNotice onDrop={draft.discard} /> : null}
      <VendorForm
        key={String(draft.restored)}
        rules={session.settings}
        initial={draft.initial}
        onChange={draft.save}
        onSave={onSave}
      />
    </div>
  )
}
