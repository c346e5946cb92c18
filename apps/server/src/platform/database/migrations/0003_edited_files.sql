CREATE TABLE "edited_files" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"path" text NOT NULL,
	"base_hash" text NOT NULL,
	"writing_hash" text,
	"is_gone" boolean DEFAULT false NOT NULL,
	"written_head" bigint DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "edited_files" ADD CONSTRAINT "edited_files_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "edited_files_path" ON "edited_files" USING btree ("project_id","path");