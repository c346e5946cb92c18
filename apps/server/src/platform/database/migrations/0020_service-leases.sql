CREATE TABLE "service_leases" (
	"service" text PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL,
	"holder" jsonb NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "owner_epoch" bigint DEFAULT 0 NOT NULL;
