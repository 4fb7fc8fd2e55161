import { useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { EmptyOrFetching } from '#app-context/empty-or-fetching.tsx'
import { CatalogueList } from '#blocks/catalogue-list/catalogue-list.tsx'
import { RestoredNotice } from '#blocks/form-draft/restored-notice.tsx'
import { useFormDraft } from '#blocks/form-draft/use-form-draft.ts'
import { saveVendor } from '#commands/vendors.ts'
import { findVendor, listVendors, searchVendors } from '#data/vendors.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { VendorForm as Fields } from '#domain/vendors/check-vendor-form.ts'
import { errorMessage } from '#i18n/error-messages.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyState } from '#ui/empty-state/empty-state.tsx'
import { Sheet } from '#ui/sheet/sheet.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { ActivePart } from '../active-part.tsx'
import { useOpenedRecord } from '../use-opened-record.ts'
import { VendorForm } from './vendor-form.tsx'

const PAGE = 50

type Props = {
  /** A vendor to open at once, for mending what the server refused. */
  readonly openId?: string | undefined
  readonly onClosed: () => void
}

/** Whom the company buys from: search, add, change, switch off. Works without a network. */
export function VendorsScreen({ openId, onClosed }: Props) {
  const { t } = useLingui()
  const translate = useTranslate()
  const { account, commands, company, db, session } = useAppContext()
  const toast = useToasts((state) => state.show)
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const [opened, open] = useOpenedRecord('vendor', openId, findVendor)
  const rows = useLiveQuery(
    () => (text.trim() === '' ? listVendors(db, { limit }) : searchVendors(db, text, limit, true)),
    [db, text, limit],
  )
  const edited = opened?.row === 'new' ? undefined : opened?.row
  const close = () => {
    open(undefined)
    if (openId !== undefined) onClosed()
  }
  const save = async (form: Fields) => {
    const result = await saveVendor(account, commands, { form, ...(edited ? { vendorId: edited.id } : {}) })
    if (result.kind === 'refused') return result.refusals
    if (result.kind === 'not-kept') return [{ path: '', code: result.code }]
    close()
    toast({ tone: 'good', text: t`Vendor saved` })
    return []
  }
  const setActive = async (active: boolean) => {
    if (!edited) return
    const result = await saveVendor(account, commands, { form: edited, vendorId: edited.id, active })
    if (result.kind === 'kept') {
      toast({ tone: 'good', text: active ? t`Vendor activated` : t`Vendor inactivated` })
      close()
      return
    }
    const code = result.kind === 'not-kept' ? result.code : result.refusals[0]?.code
    toast({ tone: 'bad', text: translate(errorMessage(code ?? 'UNEXPECTED')) })
  }
  if (company === null) {
    return (
      <div className="page">
        <EmptyState standalone icon="people" title={t`No company`}>
          {t`Your account is not linked to a company, so there are no vendors.`}
        </EmptyState>
      </div>
    )
  }
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
        empty={
          <EmptyOrFetching>
            <EmptyState icon="people" title={t`No vendors yet`}>
              {t`Save those you buy from once, with their TIN. Then an expense takes a few taps.`}
            </EmptyState>
          </EmptyOrFetching>
        }
        onMore={rows && rows.length >= limit ? () => setLimit(limit + PAGE) : undefined}
      />
      <Sheet title={edited ? t`Vendor details` : t`New vendor`} opened={opened !== undefined} onClose={close}>
        {edited ? (
          <div className="stack">
            <VendorForm
              key={edited.id}
              rules={session.settings}
              initial={edited}
              serverRefusals={opened?.refused ?? []}
              onSave={save}
            />
            <ActivePart
              active={edited.active}
              explanation={
                edited.active
                  ? t`An inactive vendor is not offered for new expenses. Expenses recorded before keep it.`
                  : t`The vendor will be offered for new expenses again.`
              }
              onChange={setActive}
            />
          </div>
        ) : (
          <NewVendorForm onSave={save} />
        )}
      </Sheet>
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
        onSave={async (form) => {
          const refusals = await onSave(form)
          if (refusals.length === 0) draft.discard()
          return refusals
        }}
      />
    </div>
  )
}
