import { CLUSTER_FOLDER } from './copy-cluster.ts'

/** What backups are called. Files of this name are never part of one. */
export const BACKUP_SUFFIX = '.risiti-backup'
/** Where a restore prepares and where it moves what it replaces, inside the data folder. */
export const STAGING_PREFIX = 'restoring-'
export const REPLACED_PREFIX = 'before-restore-'
export const KEY_FILE = 'risiti-key'

/** The simulated authority's own ledger: a restore of ours does not turn back what an authority has received. */
const FOREIGN = new Set(['tra-simulator'])
/** Created again when missing, or valid for the running machine only. */
const TRANSIENT =
  /^(?:compressed|postgres\.log|postgres-new|initdb-.*\.txt|.*\.lock(?:\..*)?|postgres-password\..*|risiti-key\..*)$/
const BACKUP_FILES = new RegExp(`^(?:${STAGING_PREFIX}|${REPLACED_PREFIX})|\\${BACKUP_SUFFIX}(?:\\..*)?$`)

/** Whether a thing at the top of the data folder belongs to no backup, beside database and key, which come apart. */
export function isExcluded(path: string): boolean {
  const [top = ''] = path.split('/')
  if (top === CLUSTER_FOLDER || top === KEY_FILE) return true
  return FOREIGN.has(top) || TRANSIENT.test(top) || BACKUP_FILES.test(path)
}

/** Whether a restore has to put a thing at the top of the data folder out of the way. */
export function isReplaced(name: string): boolean {
  return !FOREIGN.has(name) && !BACKUP_FILES.test(name) && !/\.lock(?:\..*)?$/.test(name)
}
