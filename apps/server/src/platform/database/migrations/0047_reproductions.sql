CREATE TABLE "template_reproduction_pictures" (
	"version_id" text NOT NULL,
	"code_id" text NOT NULL,
	"index" integer NOT NULL,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "template_reproduction_pictures_version_id_code_id_index_pk" PRIMARY KEY("version_id","code_id","index")
);
--> statement-breakpoint
CREATE TABLE "template_reproductions" (
	"version_id" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone DEFAULT now() NOT NULL,
	"cells" integer NOT NULL,
	"different" integer NOT NULL,
	"comparisons" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "scratch_for" text;--> statement-breakpoint
ALTER TABLE "template_reproduction_pictures" ADD CONSTRAINT "template_reproduction_pictures_version_id_template_reproductions_version_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_reproductions"("version_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "template_reproductions" ADD CONSTRAINT "template_reproductions_version_id_template_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."template_versions"("id") ON DELETE cascade ON UPDATE no action;