import { type Kysely, sql } from 'kysely'

/**
 * Every key, unique index and foreign key of a company's tables has `company_id`, so that the tables can be distributed by
 * it (`deploy/citus`). What a process of the release before names in `on conflict` stays beside it as `…_older` until then.
 * Foreign keys to accounts and connections go: those stay on one machine, and their rows are never deleted while used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table receipts drop constraint receipts_identity_id_fkey,
      drop constraint receipts_identity_id_gc_key, drop constraint receipts_identity_id_day_dc_key,
      add constraint receipts_gc_key unique (company_id, identity_id, gc),
      add constraint receipts_day_dc_key unique (company_id, identity_id, day, dc);
    alter table z_reports drop constraint z_reports_identity_id_fkey, drop constraint z_reports_pkey,
      add primary key (company_id, identity_id, day);
    create unique index z_reports_older on z_reports (identity_id, day);
    alter table numbering_holds drop constraint numbering_holds_identity_id_fkey,
      drop constraint numbering_holds_pkey, add primary key (company_id, identity_id, epoch);
    drop index numbering_holds_open;
    create unique index numbering_holds_open on numbering_holds (company_id, identity_id) where released_at is null;
    alter table fiscal_identities drop constraint fiscal_identities_pkey, add primary key (company_id, id);
    create index fiscal_identities_id on fiscal_identities (id);
    alter table receipts
      add foreign key (company_id, identity_id) references fiscal_identities (company_id, id);
    alter table z_reports
      add foreign key (company_id, identity_id) references fiscal_identities (company_id, id);
    alter table numbering_holds
      add foreign key (company_id, identity_id) references fiscal_identities (company_id, id);

    alter table accounting_steps drop constraint accounting_steps_connection_id_invoice_id_fkey;
    alter table accounting_documents drop constraint accounting_documents_connection_id_fkey,
      drop constraint accounting_documents_pkey, add primary key (company_id, connection_id, invoice_id);
    alter table accounting_steps add foreign key (company_id, connection_id, invoice_id)
      references accounting_documents (company_id, connection_id, invoice_id);
    alter table accounting_contacts drop constraint accounting_contacts_connection_id_fkey;
    alter table accounting_inbox drop constraint accounting_inbox_connection_id_fkey;

    alter table api_references drop constraint api_references_client_id_fkey,
      drop constraint api_references_pkey, add primary key (company_id, client_id, reference);
    create unique index api_references_older on api_references (client_id, reference);
    alter table api_requests drop constraint api_requests_client_id_fkey,
      drop constraint api_requests_pkey, add primary key (company_id, client_id, key);
    create unique index api_requests_older on api_requests (client_id, key);

    alter table slips drop constraint slips_pkey, add primary key (company_id, token);
    create unique index slips_older on slips (token);

    alter table data_export_pieces drop constraint data_export_pieces_export_id_fkey;
    alter table data_exports drop constraint data_exports_user_id_fkey, drop constraint data_exports_pkey,
      add primary key (company_id, id);
    alter table data_export_pieces
      add foreign key (company_id, export_id) references data_exports (company_id, id) on delete cascade;

    alter table webhook_deliveries drop constraint webhook_deliveries_webhook_id_fkey,
      drop constraint webhook_deliveries_pkey, add primary key (company_id, id),
      add constraint webhook_deliveries_event_key unique (company_id, webhook_id, event_key);
    alter table webhook_deliveries drop constraint webhook_deliveries_webhook_id_event_key_key;
    create unique index webhook_deliveries_older on webhook_deliveries (webhook_id, event_key);

    alter table ai_consents drop constraint ai_consents_user_id_fkey, drop constraint ai_consents_pkey,
      add primary key (company_id, id);
    alter table insight_tasks drop constraint insight_tasks_user_id_fkey, drop constraint insight_tasks_pkey,
      add primary key (company_id, id);
    alter table certificates drop constraint certificates_pkey, add primary key (company_id, id);
    alter table ussd_sms drop constraint ussd_sms_pkey, add primary key (company_id, id);
    alter table files drop constraint files_begun_by_fkey;
    alter table delivery_log drop constraint delivery_log_pkey, add primary key (company_id, id);
  `.execute(db)
}
