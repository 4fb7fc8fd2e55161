export const BACKUP_PROBLEMS = [
  'BACKUP_NOT_OURS',
  'BACKUP_TOO_NEW',
  'BACKUP_OTHER_DATABASE',
  'BACKUP_PASSPHRASE_MISSING',
  'BACKUP_PASSPHRASE_SHORT',
  'BACKUP_PASSPHRASE_WRONG',
  'BACKUP_DAMAGED',
  'BACKUP_CUT_SHORT',
  'BACKUP_FILE_EXISTS',
  'BACKUP_FOLDER_MISSING',
  'BACKUP_NO_DATA',
  'BACKUP_NO_KEY',
  'BACKUP_NOT_EMBEDDED',
  'RESTORE_SERVER_RUNNING',
  'RESTORE_FOLDER_NOT_EMPTY',
] as const
export type BackupProblem = (typeof BACKUP_PROBLEMS)[number]

/** Why a backup could not be made or restored, with a sentence that says what to do. Nothing was changed. */
export class BackupError extends Error {
  readonly code: BackupProblem

  constructor(code: BackupProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
    this.code = code
  }
}
