CREATE TABLE "file_reservations" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"bytes" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_usage" (
	"project_id" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"trash_bytes" bigint NOT NULL,
	"files" integer NOT NULL,
	"changes" bigint DEFAULT 0 NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_reservations" ADD CONSTRAINT "file_reservations_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_usage" ADD CONSTRAINT "file_usage_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_reservations_project" ON "file_reservations" USING btree ("project_id");