import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { readFileContent } from '#data/files.ts'
import type { ExpenseFile } from '#domain/expenses/expense-files.ts'
import { useWorkplace } from '../workplace.ts'

/**
 * The address of a picture that this phone holds, for as long as it is shown; `null` when it is not here, `undefined`
 * while that is being found out. A PDF has none: it is handed out as a download.
 */
export function useFileAddress({ sha256, type }: ExpenseFile): string | null | undefined {
  const { db } = useWorkplace()
  const bytes = useLiveQuery(async () => (await readFileContent(db, sha256)) ?? null, [db, sha256])
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!bytes || type === 'application/pdf') return undefined
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [bytes, type])
  return bytes === null ? null : address
}
