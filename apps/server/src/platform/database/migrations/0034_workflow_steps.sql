CREATE TABLE "kept_results" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"snapshot_key" text NOT NULL,
	"manifest" jsonb NOT NULL,
	"bytes" bigint NOT NULL,
	"sources" jsonb NOT NULL,
	"skipped" jsonb NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workflow_runs" ADD COLUMN "parameters" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_runs" ADD COLUMN "values" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_runs" ADD COLUMN "steps" jsonb;--> statement-breakpoint
ALTER TABLE "kept_results" ADD CONSTRAINT "kept_results_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "kept_results_key" ON "kept_results" USING btree ("project_id","key");--> statement-breakpoint
CREATE INDEX "kept_results_used" ON "kept_results" USING btree ("used_at");