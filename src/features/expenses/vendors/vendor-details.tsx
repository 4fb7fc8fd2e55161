import { useLingui } from '@lingui/react/macro'
import { useAppContext } from '#app-context/app-context.ts'
import { useFailureToast } from '#app-context/use-failure-toast.ts'
import { useCurrentRecord } from '#blocks/record-form/use-current-record.ts'
import { saveVendor } from '#commands/vendors.ts'
import type { VendorRow } from '#data/rows.ts'
import { findVendor } from '#data/vendors.ts'
import type { FieldRefusal } from '#domain/refusal.ts'
import type { VendorForm as Fields } from '#domain/vendors/check-vendor-form.ts'
import { FailureNote } from '#ui/failure-note.tsx'
import { useToasts } from '#ui/toast/toast-store.ts'
import { ActivePart } from '../active-part.tsx'
import { MergePart } from './merge-part.tsx'
import { VendorForm } from './vendor-form.tsx'

const NONE: readonly FieldRefusal<string>[] = []

type Props = {
  readonly row: VendorRow
  /** What the server refused of it. */
  readonly refused: readonly FieldRefusal<string>[]
  readonly onSaved: () => void
  /** It was merged, or switched off or on; what is typed in the form is not saved by that. */
  readonly onSwitched: () => void
  /** Called when something begins or ceases to be typed and not saved; the same function every time. */
  readonly onUnsaved: (unsaved: boolean) => void
}

/** The same for a vendor of this phone, shown beside the table under its name. */
export function FoundVendorDetails({
  id,
  ...rest
}: Omit<Props, 'row' | 'refused'> & { readonly id: string }) {
  const { db } = useAppContext()
  const { row, deleted } = useCurrentRecord(db, findVendor, id)
  if (row === undefined) {
    return deleted ? <FailureNote code="VENDOR_NOT_FOUND" /> : <div aria-busy="true" />
  }
  return (
    <div className="stack">
      <h2>{row.name}</h2>
      <VendorDetails row={row} refused={NONE} {...rest} />
    </div>
  )
}

/** A vendor to change: its fields, another record of the same vendor, and whether it is offered. */
export function VendorDetails({ row: opened, refused, onSaved, onSwitched, onUnsaved }: Props) {
  const { t } = useLingui()
  const { account, commands, db, session } = useAppContext()
  const toast = useToasts((state) => state.show)
  const showFailure = useFailureToast()
  // The vendor as it is now: the sheet may stay open after it was switched off.
  const { row = opened } = useCurrentRecord(db, findVendor, opened.id, opened)
  const save = async (form: Fields) => {
    const result = await saveVendor(account, commands, { form, vendorId: row.id })
    if (!result.ok) return result.refusals
    onSaved()
    toast({ tone: 'good', text: t`Vendor saved` })
    return []
  }
  const setActive = async (active: boolean) => {
    const result = await saveVendor(account, commands, { form: row, vendorId: row.id, active })
    if (result.ok) {
      toast({ tone: 'good', text: active ? t`Vendor activated` : t`Vendor inactivated` })
      onSwitched()
      return
    }
    showFailure(result.refusals[0]?.code ?? 'UNEXPECTED')
  }
  return (
    <div className="stack">
      <VendorForm
        rules={session.settings}
        initial={row}
        recorded={row}
        serverRefusals={refused}
        onSave={save}
        onUnsaved={onUnsaved}
      />
      {row.mergedInto ? (
        <p className="notice">{t`Merged with another vendor, which is offered instead and counted in reports. To separate them, activate this one.`}</p>
      ) : (
        <MergePart vendor={row} onMerged={onSwitched} />
      )}
      <ActivePart
        active={row.active}
        explanation={
          row.active
            ? t`An inactive vendor is not offered for new expenses. Expenses recorded before keep it.`
            : t`The vendor will be offered for new expenses again.`
        }
        onChange={setActive}
      />
    </div>
  )
}
