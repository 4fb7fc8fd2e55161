import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import type { AccountDatabase } from '#data/account-database.ts'
import { findMeta } from '#data/meta.ts'

type Props = {
  readonly db: AccountDatabase
  readonly table: 'customers' | 'products'
  readonly onOpen: () => void
}

/** Opens the import of a list; says so when one was interrupted. */
export function ImportButton({ db, table, onOpen }: Props) {
  const { t } = useLingui()
  const unfinished = useLiveQuery(() => findMeta(db, 'import'), [db])
  return (
    <Button variant="default" onClick={onOpen}>
      {unfinished?.table === table ? t`Continue the import` : t`Import CSV`}
    </Button>
  )
}
